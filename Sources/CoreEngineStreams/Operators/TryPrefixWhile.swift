extension Publisher {
  /// Passes values on as long as they satisfy a condition, and then finishes. The condition may
  /// throw, which ends the publisher, too.
  ///
  ///     input     --"1"--"2"--"x"--"1"--|
  ///     tryPrefix { try parse($0) < 3 }
  ///     output    --"1"--"2"---X(not a number)
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is false. That
  ///   one is not passed on; this publisher's subscription is cancelled before the end is. If it
  ///   throws, likewise, and the error becomes the failure.
  /// - Returns: A publisher of the values up to there, which ends as this one does if it ends
  ///   earlier.
  @inlinable
  public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/tryPrefix(while:)`` returns.
  @frozen
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    @usableFromInline let upstream: Upstream
    @usableFromInline let predicate: (Output) throws -> Bool

    @inlinable
    init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
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
    struct Stage<Downstream: Subscriber<Upstream.Output, any Error>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let predicate: (Upstream.Output) throws -> Bool

      @inlinable
      init(downstream: Downstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
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
        do {
          return try predicate(input) ? valve.receive(input) : valve.end(.finished)
        } catch {
          return valve.end(.failure(error))
        }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        valve.receive(completion: completion.erased)
      }
    }
  }
}
