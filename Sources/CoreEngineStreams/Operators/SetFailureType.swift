extension Publisher where Failure == Never {
  /// Gives a publisher that cannot fail the failure type that its use asks for.
  ///
  ///     input   --1--2--|    <Int, Never>
  ///     setFailureType(to: MyError.self)
  ///     output  --1--2--|    <Int, MyError>
  ///
  /// - Parameter failureType: The type of the errors that never come.
  /// - Returns: A publisher of the same values, which ends as this one does.
  @inlinable
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/setFailureType(to:)`` returns.
  @frozen
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
  where Upstream.Failure == Never {
    public typealias Output = Upstream.Output

    @usableFromInline let upstream: Upstream

    @inlinable
    init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream

      @inlinable
      init(downstream: Downstream) {
        self.downstream = downstream
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
      func receive(completion: Subscribers.Completion<Never>) {
        downstream.receive(completion: .finished)
      }
    }
  }
}
