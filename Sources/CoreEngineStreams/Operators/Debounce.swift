extension Publisher {
  /// Passes a value on when no other has followed it for a while.
  ///
  ///     input   --1-2-----------3-|
  ///     debounce(for: 5 columns)
  ///     output  ---------2--------3|
  ///
  /// Each value starts the wait anew, and replaces the one before. When this publisher finishes, the
  /// value that waits is delivered first; a failure drops it and passes at once. Values are delivered in
  /// the isolation in which this is called. It does not compile where there is none.
  ///
  /// - Parameters:
  ///   - interval: How long it must be quiet.
  ///   - clock: What measures it.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of the values after which it was quiet. Subscribe to it in the same
  ///   isolation.
  /// - Precondition: `interval` is not negative.
  public func debounce<C: Clock>(
    for interval: C.Duration, clock: C, isolation: isolated any Actor = #isolation
  ) -> Publishers.Debounce<Self, C> {
    Publishers.Debounce(upstream: self, interval: interval, clock: clock, isolation: isolation)
  }

  /// Passes a value on when no other has followed it for a while, by the continuous clock.
  ///
  /// - Parameters:
  ///   - interval: How long it must be quiet.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of the values after which it was quiet.
  /// - Precondition: `interval` is not negative.
  public func debounce(
    for interval: Duration, isolation: isolated any Actor = #isolation
  ) -> Publishers.Debounce<Self, ContinuousClock> {
    debounce(for: interval, clock: ContinuousClock(), isolation: isolation)
  }
}

extension Publishers {
  /// What ``Publisher/debounce(for:clock:isolation:)`` returns.
  public struct Debounce<Upstream: Publisher, C: Clock>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let interval: C.Duration
    let clock: C
    let isolation: any Actor

    init(upstream: Upstream, interval: C.Duration, clock: C, isolation: any Actor) {
      requireDuration("debounce(for:)", interval)
      self.upstream = upstream
      self.interval = interval
      self.clock = clock
      self.isolation = isolation
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      requireIsolation(isolation)
      let stage = Stage(subscriber, self)
      guard stage.junction.inputs.isOpen else { return }
      stage.junction.inputs.add(stage.connection)
      upstream.receive(subscriber: stage)
    }

    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      let junction: Junction<Downstream>
      let connection = Connection()
      private let interval: C.Duration
      private let alarm: Alarm<C>

      /// The value that waits.
      private var pending: Upstream.Output?

      init(_ downstream: Downstream, _ publisher: Debounce) {
        junction = Junction(downstream)
        interval = publisher.interval
        alarm = Alarm(
          clock: publisher.clock, isolation: publisher.isolation, inputs: junction.inputs)
        downstream.receive(subscription: junction.inputs)
      }

      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen, junction.inputs.isOpen else { return false }
        let deadline = alarm.now().advanced(by: interval)
        // Released last, since its `deinit` may send.
        let before = pending
        pending = input
        alarm.set(deadline) { self.flush() }
        return withExtendedLifetime(before) { junction.inputs.isOpen }
      }

      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          flush()
          junction.send(completion: .finished)
        case .failure:
          let dropped = pending.take()
          junction.send(completion: completion)
          withExtendedLifetime(dropped) {}
        }
      }

      private func flush() {
        if let value = pending.take() { _ = junction.send(value) }
      }
    }
  }
}
