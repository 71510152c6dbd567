extension Publisher {
  /// Passes on the first value, and then finishes.
  ///
  ///     input   --1--2--3--|
  ///     first()
  ///     output  --1|
  ///
  /// This publisher's subscription is cancelled before the value is passed on.
  ///
  /// - Returns: A publisher of one value, or of none if this one ends before.
  @inlinable
  public func first() -> Publishers.First<Self> {
    first { _ in true }
  }

  /// Passes on the first value that satisfies a condition, and then finishes.
  ///
  ///     input   --1--2--3--4--|
  ///     first { $0 > 1 }
  ///     output  -----2|
  ///
  /// This publisher's subscription is cancelled before the value is passed on.
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is true.
  /// - Returns: A publisher of one value, or of none if this one ends before.
  @inlinable
  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.First<Self> {
    Publishers.First(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/first(where:)`` returns.
  @frozen
  public struct First<Upstream: Publisher>: Publisher {
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

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let predicate: (Upstream.Output) -> Bool

      @inlinable
      init(downstream: Downstream, predicate: @escaping (Upstream.Output) -> Bool) {
        valve = Valve(downstream)
        self.predicate = predicate
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        return predicate(input) ? valve.end(after: input) : true
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        valve.receive(completion: completion)
      }
    }
  }
}
