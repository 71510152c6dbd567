extension Publisher {
  /// Changes each value by a closure.
  ///
  ///     input   --1----2----3--|
  ///     map { $0 * 10 }
  ///     output  --10---20---30-|
  ///
  /// - Parameter transform: Called once for each value.
  /// - Returns: A publisher of the results, which ends as this one does.
  @inlinable
  public func map<Result>(_ transform: @escaping (Output) -> Result) -> Publishers.Map<Self, Result>
  {
    Publishers.Map(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/map(_:)`` returns.
  @frozen
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: (Upstream.Output) -> Output

    @inlinable
    init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
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
    struct Stage<Downstream: Subscriber<Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let transform: (Upstream.Output) -> Output

      @inlinable
      init(downstream: Downstream, transform: @escaping (Upstream.Output) -> Output) {
        self.downstream = downstream
        self.transform = transform
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      // Inlined, since the stage next to a subject would be copied for the call.
      @inlinable
      @inline(__always)
      func receive(_ input: Upstream.Output) -> Bool {
        downstream.receive(transform(input))
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
