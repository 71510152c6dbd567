extension Publisher {
  /// Passes on the first value that satisfies a condition, and then finishes. The condition may
  /// throw, which ends the publisher, too.
  ///
  ///     input     --"1"--"x"--"3"--|
  ///     tryFirst { try parse($0) > 1 }
  ///     output    --------X(not a number)
  ///
  /// This publisher's subscription is cancelled before the value is passed on, or the failure.
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is true. If it
  ///   throws, the error becomes the failure.
  /// - Returns: A publisher of one value, or of none if this one ends before, or if something was
  ///   thrown.
  @inlinable
  public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirst<Self> {
    Publishers.TryFirst(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/tryFirst(where:)`` returns.
  @frozen
  public struct TryFirst<Upstream: Publisher>: Publisher {
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
          return try predicate(input) ? valve.end(after: input) : true
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
