extension Publisher {
  /// Publishes one property of each value.
  ///
  ///     input   --(x: 1, y: 5)--(x: 2, y: 5)--|
  ///     map(\.x)
  ///     output  --1-------------2-------------|
  ///
  /// A property that is stored in a struct or a tuple is read where it lies, which is much faster
  /// than reading it by key path.
  ///
  /// - Parameter keyPath: Which property.
  /// - Returns: A publisher of the property, which ends as this one does.
  @inlinable
  public func map<Result>(
    _ keyPath: KeyPath<Output, Result>
  ) -> Publishers.MapKeyPath<Self, Result> {
    Publishers.MapKeyPath(upstream: self, property: StoredProperty(keyPath))
  }
}

extension Publishers {
  /// What ``Publisher/map(_:)`` returns.
  @frozen
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let property: StoredProperty<Upstream.Output, Output>

    @inlinable
    init(upstream: Upstream, property: StoredProperty<Upstream.Output, Output>) {
      self.upstream = upstream
      self.property = property
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, property: property))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let property: StoredProperty<Upstream.Output, Output>

      @inlinable
      init(downstream: Downstream, property: StoredProperty<Upstream.Output, Output>) {
        self.downstream = downstream
        self.property = property
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        downstream.receive(property.read(from: input))
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
