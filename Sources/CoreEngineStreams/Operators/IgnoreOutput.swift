extension Publisher {
  /// Leaves out all values, and passes on how the publisher ends.
  ///
  ///     input   --1--2--3--|
  ///     ignoreOutput()
  ///     output  -----------|
  ///
  /// - Returns: A publisher without values, which ends as this one does.
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/ignoreOutput()`` returns.
  @frozen
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

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
    struct Stage<Downstream: Subscriber<Never, Upstream.Failure>>: Subscriber {
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
        true
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
