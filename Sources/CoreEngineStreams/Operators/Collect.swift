extension Publisher {
  /// Collects all values, and publishes them as one array when this publisher finishes.
  ///
  ///     input   --1--2--3--|
  ///     collect()
  ///     output  -----------[1, 2, 3]|
  ///
  /// - Returns: A publisher of one array; of none if this one fails.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/collect()`` returns.
  @frozen
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
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

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<[Upstream.Output], Upstream.Failure>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>

      // Safe: no call happens while it is read or written.
      @exclusivity(unchecked)
      @usableFromInline
      var values: [Upstream.Output] = []

      @inlinable
      init(downstream: Downstream) {
        valve = Valve(downstream)
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        values.append(input)
        return true
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard case .finished = completion else { return valve.receive(completion: completion) }
        if valve.close() { valve.finish(after: values) }
      }
    }
  }
}
