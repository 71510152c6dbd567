extension Publisher {
  /// Replaces a failure by a value and a normal end.
  ///
  ///     input   --1--2--X
  ///     replaceError(with: 0)
  ///     output  --1--2--0|
  ///
  /// - Parameter output: The value to publish if this publisher fails.
  /// - Returns: A publisher that cannot fail.
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// What ``Publisher/replaceError(with:)`` returns.
  @frozen
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    @usableFromInline let upstream: Upstream
    @usableFromInline let output: Upstream.Output

    @inlinable
    init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, output: output))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Never>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let output: Upstream.Output

      @inlinable
      init(downstream: Downstream, output: Upstream.Output) {
        valve = Valve(downstream)
        self.output = output
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        valve.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        switch completion {
        case .finished: valve.receive(completion: .finished)
        case .failure: if valve.close() { valve.finish(after: output) }
        }
      }
    }
  }
}
