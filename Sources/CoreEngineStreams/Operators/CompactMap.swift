extension Publisher {
  /// Changes each value by a closure, and leaves out those for which it returns `nil`.
  ///
  ///     input   --"1"--"x"--"3"--|
  ///     compactMap { Int($0) }
  ///     output  ---1---------3---|
  ///
  /// - Parameter transform: Called once for each value.
  /// - Returns: A publisher of the results that are not `nil`, which ends as this one does.
  @inlinable
  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> Publishers.CompactMap<Self, Result> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/compactMap(_:)`` returns.
  @frozen
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: (Upstream.Output) -> Output?

    @inlinable
    init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
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
      @usableFromInline let transform: (Upstream.Output) -> Output?

      @inlinable
      init(downstream: Downstream, transform: @escaping (Upstream.Output) -> Output?) {
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
        guard let output = transform(input) else { return true }
        return downstream.receive(output)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
