extension Publisher {
  /// Passes on so many values, and then finishes.
  ///
  ///     input   --1--2--3--4--|
  ///     prefix(2)
  ///     output  --1--2|
  ///
  /// This publisher's subscription is cancelled before the last value is passed on. `prefix(0)`
  /// finishes at once, and does not subscribe to this publisher.
  ///
  /// - Parameter maxLength: How many values to pass on at most.
  /// - Precondition: `maxLength` is not negative.
  /// - Returns: A publisher of the first values, which ends as this one does if it ends earlier.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    if maxLength < 0 { failForCount("the length of prefix(_:)", maxLength, atLeast: 0) }
    return Publishers.Prefix(upstream: self, maxLength: maxLength)
  }
}

extension Publishers {
  /// What ``Publisher/prefix(_:)`` returns.
  @frozen
  public struct Prefix<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let maxLength: Int

    @inlinable
    init(upstream: Upstream, maxLength: Int) {
      self.upstream = upstream
      self.maxLength = maxLength
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      guard maxLength > 0 else { return Empty().receive(subscriber: subscriber) }
      upstream.receive(subscriber: Stage(downstream: subscriber, remaining: maxLength))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>

      // Safe: no call happens while it is read or written.
      @exclusivity(unchecked)
      @usableFromInline
      var remaining: Int

      @inlinable
      init(downstream: Downstream, remaining: Int) {
        valve = Valve(downstream)
        self.remaining = remaining
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard remaining > 0 else { return false }
        // Counted before it is passed on, so that what comes back from downstream finds it counted.
        remaining -= 1
        return remaining > 0 ? valve.receive(input) : valve.end(after: input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        valve.receive(completion: completion)
      }
    }
  }
}
