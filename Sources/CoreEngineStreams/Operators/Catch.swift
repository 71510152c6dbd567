extension Publisher {
  /// Goes on with another publisher when this one fails.
  ///
  ///     input   --1--2--X(e)
  ///     catch { _ in Just(0) }
  ///     output  --1--2--0|
  ///
  /// Many of them in a row, of one failure type, run with a constant stack if each is made an
  /// ``AnyPublisher`` (`a.catch { … }.eraseToAnyPublisher().catch { … }…`); so does a closure that
  /// returns the like of what it belongs to.
  ///
  /// - Parameter handler: Called with the error; it returns what to go on with.
  /// - Returns: A publisher of the values of this one and then of the other, which ends as that one
  ///   does.
  @inlinable
  public func `catch`<Replacement: Publisher>(
    _ handler: @escaping (Failure) -> Replacement
  ) -> Publishers.Catch<Self, Replacement> where Replacement.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Goes on with another publisher when this one fails, or fails with the error that the closure
  /// throws.
  ///
  ///     input   --1--2--X(e)
  ///     tryCatch { _ in throw f }
  ///     output  --1--2--X(f)
  ///
  /// - Parameter handler: Called with the error; it returns what to go on with, or throws.
  /// - Returns: A publisher of the values of this one and then of the other, which ends as that one
  ///   does.
  @inlinable
  public func tryCatch<Replacement: Publisher>(
    _ handler: @escaping (Failure) throws -> Replacement
  ) -> Publishers.Catch<Self, AnyPublisher<Output, any Error>>
  where Replacement.Output == Output {
    `catch` { error in
      do {
        return try handler(error).mapError { $0 as any Error }.eraseToAnyPublisher()
      } catch {
        return Fail(error: error).eraseToAnyPublisher()
      }
    }
  }
}

extension Publishers {
  /// What ``Publisher/catch(_:)`` and ``Publisher/tryCatch(_:)`` return.
  @frozen
  public struct Catch<Upstream: Publisher, Replacement: Publisher>: Publisher
  where Replacement.Output == Upstream.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = Replacement.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let handler: (Upstream.Failure) -> Replacement

    @inlinable
    init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> Replacement) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let relay = Relay()
      subscriber.receive(subscription: relay)
      guard relay.isOpen else { return }
      upstream.receive(
        subscriber: Stage(
          downstream: subscriber, handler: handler, relay: relay, connection: relay.next()))
    }

    @frozen
    @usableFromInline
    struct Stage<
      Downstream: Subscriber<Upstream.Output, Replacement.Failure>
    >: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let handler: (Upstream.Failure) -> Replacement
      @usableFromInline let relay: Relay
      @usableFromInline let connection: Connection

      @inlinable
      init(
        downstream: Downstream, handler: @escaping (Upstream.Failure) -> Replacement,
        relay: Relay, connection: Connection
      ) {
        self.downstream = downstream
        self.handler = handler
        self.relay = relay
        self.connection = connection
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        connection.isOpen && downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          if relay.finish() { downstream.receive(completion: .finished) }
        case .failure(let error):
          let replacement = handler(error)
          guard relay.isOpen else { return }
          replacement.receive(
            subscriber: RelayStage(
              downstream: downstream, relay: relay, connection: relay.next()))
        }
      }
    }
  }
}

extension Publishers.Catch where Upstream.Failure == Replacement.Failure {
  /// Hides the type of this publisher. Many in a row become one list, not a nest.
  ///
  /// - Returns: A publisher that publishes what this one does.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher {
  /// Hides the type of a publisher that goes on with another. Many in a row become one list.
  ///
  /// - Parameter publisher: Whose values to publish.
  @inlinable
  public init<Upstream, Replacement>(_ publisher: Publishers.Catch<Upstream, Replacement>)
  where Upstream.Output == Output, Upstream.Failure == Failure, Replacement.Failure == Failure {
    let handler = publisher.handler
    self.init(
      .catch, publisher.upstream.eraseToAnyPublisher(),
      then: .sequel { completion in
        switch completion {
        case .failure(let error): handler(error).eraseToAnyPublisher()
        // Nothing is made of this; a `catch` passes it on.
        case .finished: Empty().eraseToAnyPublisher()
        }
      })
  }
}
