extension Publisher {
  /// Changes the error of a failure by a closure.
  ///
  ///     input   --1--2--X(a)
  ///     mapError { b }
  ///     output  --1--2--X(b)
  ///
  /// - Parameter transform: Called with the error, if there is one.
  /// - Returns: A publisher of the same values, which fails with the result.
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/mapError(_:)`` returns.
  @frozen
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: (Upstream.Failure) -> Failure

    @inlinable
    init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
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
    struct Stage<Downstream: Subscriber<Upstream.Output, Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let transform: (Upstream.Failure) -> Failure

      @inlinable
      init(downstream: Downstream, transform: @escaping (Upstream.Failure) -> Failure) {
        self.downstream = downstream
        self.transform = transform
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(transform(error)))
        }
      }
    }
  }
}
