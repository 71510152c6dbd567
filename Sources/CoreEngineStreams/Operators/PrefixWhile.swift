extension Publisher {
  /// Passes values on as long as they satisfy a condition, and then finishes.
  ///
  ///     input   --1--2--3--1--|
  ///     prefix { $0 < 3 }
  ///     output  --1--2--|
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is false. That
  ///   one is not passed on; this publisher's subscription is cancelled before the end is.
  /// - Returns: A publisher of the values up to there, which ends as this one does if it ends
  ///   earlier.
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/prefix(while:)`` returns.
  @frozen
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
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
        return predicate(input) ? valve.receive(input) : valve.end(.finished)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        valve.receive(completion: completion)
      }
    }
  }
}
