extension Publisher {
  /// Changes each value by a closure that may throw, which ends the publisher.
  ///
  ///     input     --"1"--"2"--"x"--"4"--|
  ///     tryMap { try parse($0) }
  ///     output    ---1----2----X(not a number)
  ///
  /// - Parameter transform: Called once for each value. If it throws, this publisher's subscription
  ///   is cancelled, and then the error becomes the failure.
  /// - Returns: A publisher of the results, which ends as this one does or with what was thrown.
  @inlinable
  public func tryMap<Result>(
    _ transform: @escaping (Output) throws -> Result
  ) -> Publishers.TryMap<Self, Result> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/tryMap(_:)`` returns.
  @frozen
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: (Upstream.Output) throws -> Output

    @inlinable
    init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, transform: transform))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Output, any Error>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let transform: (Upstream.Output) throws -> Output

      @inlinable
      init(downstream: Downstream, transform: @escaping (Upstream.Output) throws -> Output) {
        valve = Valve(downstream)
        self.transform = transform
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        do {
          return valve.receive(try transform(input))
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
