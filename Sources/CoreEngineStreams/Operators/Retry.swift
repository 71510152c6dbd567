extension Publisher {
  /// Subscribes again when this publisher fails.
  ///
  ///     1st     --1--X(e)
  ///     2nd          --1--2--|
  ///     retry(1)
  ///     output  --1----1--2--|
  ///
  /// The stack does not grow, however often a publisher fails at once. Cancelling ends the retries.
  ///
  /// - Parameter retries: How often to subscribe again; after that, a failure is passed on. Without
  ///   limit by default.
  /// - Returns: A publisher of the values of all subscriptions.
  /// - Precondition: `retries` is not negative.
  @inlinable
  public func retry(_ retries: Int = .max) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// What ``Publisher/retry(_:)`` returns.
  @frozen
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let retries: Int

    @inlinable
    init(upstream: Upstream, retries: Int) {
      if retries < 0 { failForCount("retries", retries, atLeast: 0) }
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let attempts = Attempts(upstream: upstream, downstream: subscriber, retries: retries)
      subscriber.receive(subscription: attempts.relay)
      attempts.start()
    }

    @_fixed_layout
    @usableFromInline
    final class Attempts<Downstream: Subscriber<Upstream.Output, Upstream.Failure>> {
      @usableFromInline let upstream: Upstream
      @usableFromInline let downstream: Downstream
      @usableFromInline let relay = Relay()

      // Safe: used in their domain, and no access to them lasts while something is called.
      @exclusivity(unchecked)
      @usableFromInline
      var retries: Int

      /// Whether `start` is on the stack: an attempt that fails at once leaves the next to it.
      @exclusivity(unchecked)
      @usableFromInline
      var isStarting = false

      @exclusivity(unchecked)
      @usableFromInline
      var isDue = false

      @inlinable
      init(upstream: Upstream, downstream: Downstream, retries: Int) {
        self.upstream = upstream
        self.downstream = downstream
        self.retries = retries
      }

      @inlinable
      func start() {
        isDue = true
        guard !isStarting else { return }
        isStarting = true
        while isDue, relay.isOpen {
          isDue = false
          upstream.receive(subscriber: Stage(attempts: self, connection: relay.next()))
        }
        isStarting = false
      }

      @inlinable
      func fail(_ error: Upstream.Failure) {
        if retries > 0 {
          retries -= 1
          start()
        } else if relay.finish() {
          downstream.receive(completion: .failure(error))
        }
      }
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let attempts: Attempts<Downstream>
      @usableFromInline let connection: Connection

      @inlinable
      init(attempts: Attempts<Downstream>, connection: Connection) {
        self.attempts = attempts
        self.connection = connection
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        connection.isOpen && attempts.downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          if attempts.relay.finish() { attempts.downstream.receive(completion: .finished) }
        case .failure(let error): attempts.fail(error)
        }
      }
    }
  }
}
