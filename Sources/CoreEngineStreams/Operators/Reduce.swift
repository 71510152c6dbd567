extension Publisher {
  /// Combines all values, and publishes the result when this publisher finishes.
  ///
  ///     input   --1--2--3--|
  ///     reduce(0) { $0 + $1 }
  ///     output  -----------6|
  ///
  /// - Parameters:
  ///   - initialResult: What the first value is combined with, and the result if there is none.
  ///   - nextPartialResult: Called once for each value, with the last result and the value.
  /// - Returns: A publisher of one value; of none if this one fails.
  @inlinable
  public func reduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> Publishers.Reduce<Self, Result> {
    Publishers.Reduce(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// What ``Publisher/reduce(_:_:)`` returns.
  @frozen
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
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
      @usableFromInline let valve: Valve<Downstream>
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
        let next = nextPartialResult(result, input)
        result = next
        return valve.isOpen
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard case .finished = completion else { return valve.receive(completion: completion) }
        if valve.close() { valve.finish(after: result) }
      }
    }
  }
}
