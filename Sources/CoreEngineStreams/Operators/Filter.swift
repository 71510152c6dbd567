extension Publisher {
  /// Passes on the values that satisfy a condition.
  ///
  ///     input   --1--2--3--4--|
  ///     filter { $0.isMultiple(of: 2) }
  ///     output  -----2-----4--|
  ///
  /// - Parameter isIncluded: Called once for each value.
  /// - Returns: A publisher of the values for which it is true, which ends as this one does.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// What ``Publisher/filter(_:)`` returns.
  @frozen
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let isIncluded: (Output) -> Bool

    @inlinable
    init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, isIncluded: isIncluded))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let isIncluded: (Upstream.Output) -> Bool

      @inlinable
      init(downstream: Downstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
        self.downstream = downstream
        self.isIncluded = isIncluded
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      // Inlined, since the stage next to a subject would be copied for the call.
      @inlinable
      @inline(__always)
      func receive(_ input: Upstream.Output) -> Bool {
        isIncluded(input) ? downstream.receive(input) : true
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
