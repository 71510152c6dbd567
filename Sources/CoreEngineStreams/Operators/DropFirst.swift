extension Publisher {
  /// Leaves out so many values at the beginning, and passes all others on.
  ///
  ///     input   --1--2--3--4--|
  ///     dropFirst(2)
  ///     output  --------3--4--|
  ///
  /// - Parameter count: How many values to leave out.
  /// - Precondition: `count` is not negative.
  /// - Returns: A publisher of the other values, which ends as this one does. Each subscription
  ///   counts for itself.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.DropFirst<Self> {
    if count < 0 { failForCount("the count of dropFirst(_:)", count, atLeast: 0) }
    return Publishers.DropFirst(upstream: self, count: count)
  }
}

extension Publishers {
  /// What ``Publisher/dropFirst(_:)`` returns.
  @frozen
  public struct DropFirst<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let count: Int

    @inlinable
    init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, remaining: count))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream

      // Safe: no call happens while it is read or written.
      @exclusivity(unchecked)
      @usableFromInline
      var remaining: Int

      @inlinable
      init(downstream: Downstream, remaining: Int) {
        self.downstream = downstream
        self.remaining = remaining
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard remaining == 0 else {
          remaining -= 1
          return true
        }
        return downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
