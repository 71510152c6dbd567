extension Publisher {
  /// Goes on with another publisher when this one has finished.
  ///
  ///     self    --1--2--|
  ///     other           --3--4--|
  ///     output  --1--2----3--4--|
  ///
  /// The other one is subscribed to only then, and not at all if this one fails. Many of them in a
  /// row run with a constant stack if each is made an ``AnyPublisher`` before the next is appended
  /// (`a.append(b).eraseToAnyPublisher().append(c)…`); so does one that makes the next itself, in
  /// an `append(Deferred { … })` of an ``AnyPublisher``.
  ///
  /// - Parameter other: What to go on with.
  /// - Returns: A publisher of the values of both.
  @inlinable
  public func append<Other: Publisher<Output, Failure>>(
    _ other: Other
  ) -> Publishers.Concatenate<Self, Other> {
    Publishers.Concatenate(prefix: self, suffix: other)
  }

  /// Publishes some more values when this publisher has finished.
  ///
  /// - Parameter elements: The values.
  /// - Returns: A publisher of the values of this one and these.
  @inlinable
  public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Publishes the elements of a sequence when this publisher has finished.
  ///
  /// - Parameter elements: The sequence.
  /// - Returns: A publisher of the values of this one and of the elements.
  @inlinable
  public func append<Elements: Sequence<Output>>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<Elements, Failure>> {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Publishes what another publisher publishes before this one begins.
  ///
  ///     other   --1--2--|
  ///     self            --3--4--|
  ///     output  --1--2----3--4--|
  ///
  /// - Parameter other: What to begin with.
  /// - Returns: A publisher of the values of both.
  @inlinable
  public func prepend<Other: Publisher<Output, Failure>>(
    _ other: Other
  ) -> Publishers.Concatenate<Other, Self> {
    other.append(self)
  }

  /// Publishes some values before this publisher begins.
  ///
  /// - Parameter elements: The values.
  /// - Returns: A publisher of these and of the values of this one.
  @inlinable
  public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Publishes the elements of a sequence before this publisher begins.
  ///
  /// - Parameter elements: The sequence.
  /// - Returns: A publisher of the elements and of the values of this one.
  @inlinable
  public func prepend<Elements: Sequence<Output>>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Publishers.Sequence<Elements, Failure>, Self> {
    prepend(Publishers.Sequence(sequence: elements))
  }
}

extension Publishers {
  /// What ``Publisher/append(_:)`` and ``Publisher/prepend(_:)`` return.
  @frozen
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Prefix.Output
    public typealias Failure = Prefix.Failure

    @usableFromInline let prefix: Prefix
    @usableFromInline let suffix: Suffix

    @inlinable
    init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let relay = Relay()
      subscriber.receive(subscription: relay)
      guard relay.isOpen else { return }
      prefix.receive(
        subscriber: Stage(
          suffix: suffix, downstream: subscriber, relay: relay, connection: relay.next()))
    }

    /// Hides the type of this publisher. Many in a row become one list, not a nest.
    ///
    /// - Returns: A publisher that publishes what this one does.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
      AnyPublisher(self)
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Prefix.Output, Prefix.Failure>>: Subscriber {
      @usableFromInline let suffix: Suffix
      @usableFromInline let downstream: Downstream
      @usableFromInline let relay: Relay
      @usableFromInline let connection: Connection

      @inlinable
      init(suffix: Suffix, downstream: Downstream, relay: Relay, connection: Connection) {
        self.suffix = suffix
        self.downstream = downstream
        self.relay = relay
        self.connection = connection
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Prefix.Output) -> Bool {
        connection.isOpen && downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Prefix.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          guard relay.isOpen else { return }
          suffix.receive(
            subscriber: RelayStage(
              downstream: downstream, relay: relay, connection: relay.next()))
        case .failure:
          if relay.finish() { downstream.receive(completion: completion) }
        }
      }
    }
  }
}

extension AnyPublisher {
  /// Hides the type of a publisher that goes on with another. Many in a row become one list.
  ///
  /// - Parameter publisher: Whose values to publish.
  @inlinable
  public init<Prefix, Suffix>(_ publisher: Publishers.Concatenate<Prefix, Suffix>)
  where Prefix.Output == Output, Prefix.Failure == Failure {
    let prefix = publisher.prefix.eraseToAnyPublisher()
    if let suffix = publisher.suffix as? Deferred<AnyPublisher> {
      self.init(.append, prefix, then: .sequel { _ in suffix.createPublisher() })
    } else {
      self.init(.append, prefix, then: .publisher(publisher.suffix.eraseToAnyPublisher()))
    }
  }
}
