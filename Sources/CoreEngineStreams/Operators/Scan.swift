extension Publisher {
  /// Combines each value with the last result, and publishes the new result.
  ///
  ///     input   --1--2--3--4--|
  ///     scan(0) { $0 + $1 }
  ///     output  --1--3--6--10-|
  ///
  /// - Parameters:
  ///   - initialResult: What the first value is combined with. It is not published itself.
  ///   - nextPartialResult: Called once for each value, with the last result and the value.
  /// - Returns: A publisher of the results, which ends as this one does. Each subscription begins
  ///   with `initialResult`.
  @inlinable
  public func scan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> Publishers.Scan<Self, Result> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// What ``Publisher/scan(_:_:)`` returns.
  @frozen
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let initialResult: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable
    init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
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
    final class Stage<Downstream: Subscriber<Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output

      // Safe: read before the closure is called and written after it has returned; values do not
      // overlap.
      @exclusivity(unchecked)
      @usableFromInline
      var result: Output

      @inlinable
      init(
        downstream: Downstream, result: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) -> Output
      ) {
        self.downstream = downstream
        self.result = result
        self.nextPartialResult = nextPartialResult
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        let next = nextPartialResult(result, input)
        // Noted before it is passed on, so that what comes back from downstream builds on it.
        result = next
        return downstream.receive(next)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
