extension Publisher {
  /// Leaves values out as long as they satisfy a condition, and passes all others on.
  ///
  ///     input   --1--2--3--1--|
  ///     drop { $0 < 3 }
  ///     output  --------3--1--|
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is false. That
  ///   one is passed on, and so is every later one.
  /// - Returns: A publisher of the values from there, which ends as this one does.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/drop(while:)`` returns.
  @frozen
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let predicate: (Output) -> Bool

    @inlinable
    init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, predicate: predicate))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let predicate: (Upstream.Output) -> Bool

      // Safe: read before the condition is called and written after it has returned; values do not
      // overlap.
      @exclusivity(unchecked)
      @usableFromInline
      var isDropping = true

      @inlinable
      init(downstream: Downstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        if isDropping {
          if predicate(input) { return true }
          isDropping = false
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
