extension Publisher {
  /// Combines each value with the last result by a closure that may throw, which ends the
  /// publisher, and publishes the new result.
  ///
  ///     input     --1--2--3--4--|
  ///     tryScan(0) { $0 + $1 > 3 ? throw TooMuch() : $0 + $1 }
  ///     output    --1--3--X(too much)
  ///
  /// - Parameters:
  ///   - initialResult: What the first value is combined with. It is not published itself.
  ///   - nextPartialResult: Called once for each value, with the last result and the value. If it
  ///     throws, this publisher's subscription is cancelled, and then the error becomes the
  ///     failure.
  /// - Returns: A publisher of the results, which ends as this one does or with what was thrown.
  ///   Each subscription begins with `initialResult`.
  @inlinable
  public func tryScan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) throws -> Result
  ) -> Publishers.TryScan<Self, Result> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// What ``Publisher/tryScan(_:_:)`` returns.
  @frozen
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    @usableFromInline let upstream: Upstream
    @usableFromInline let initialResult: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable
    init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(
        subscriber: Stage(
          downstream: subscriber, result: initialResult, nextPartialResult: nextPartialResult))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Output, any Error>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let nextPartialResult: (Output, Upstream.Output) throws -> Output

      // Safe: read before the closure is called and written after it has returned; values do not
      // overlap.
      @exclusivity(unchecked)
      @usableFromInline
      var result: Output

      @inlinable
      init(
        downstream: Downstream, result: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
      ) {
        valve = Valve(downstream)
        self.result = result
        self.nextPartialResult = nextPartialResult
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        do {
          let next = try nextPartialResult(result, input)
          // Noted before it is passed on, so that what comes back from downstream builds on it.
          result = next
          return valve.receive(next)
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
