extension Publisher {
  /// Publishes a value if this publisher finishes without one.
  ///
  ///     input   --------|
  ///     replaceEmpty(with: 0)
  ///     output  --------0|
  ///
  /// - Parameter output: The value to publish then; not if this publisher fails.
  /// - Returns: A publisher of the same values, or of that one, which ends as this one does.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// What ``Publisher/replaceEmpty(with:)`` returns.
  @frozen
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

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

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let output: Upstream.Output

      // Safe: no call happens while it is read or written.
      @exclusivity(unchecked)
      @usableFromInline
      var isEmpty = true

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
        isEmpty = false
        return valve.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard isEmpty, case .finished = completion else {
          return valve.receive(completion: completion)
        }
        if valve.close() { valve.finish(after: output) }
      }
    }
  }
}
