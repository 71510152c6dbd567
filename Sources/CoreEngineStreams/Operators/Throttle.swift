extension Publisher {
  /// Passes on one value in each stretch of time.
  ///
  ///     input               --1-2-3---------4-----|
  ///     throttle(for: 5 columns, latest: true)
  ///     output              --1----3--------4-----|
  ///     throttle(for: 5 columns, latest: false)
  ///     output              --1----2--------4-----|
  ///
  /// A value is passed on at once if the last one went out long enough ago. Otherwise it is a candidate
  /// to go out when that is so; `latest` says which one of several does. That one counts like any other:
  /// after it, too, nothing follows for `interval`. When this publisher finishes, the value that waits is
  /// delivered first; a failure drops it and passes at once. Values are delivered in the isolation in
  /// which this is called. It does not compile where there is none.
  ///
  /// - Parameters:
  ///   - interval: How long it takes at least from one value to the next.
  ///   - clock: What measures it.
  ///   - latest: Whether the newest of the values that come too early goes out, or the oldest.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of fewer values. Subscribe to it in the same isolation.
  /// - Precondition: `interval` is not negative.
  public func throttle<C: Clock>(
    for interval: C.Duration, clock: C, latest: Bool, isolation: isolated any Actor = #isolation
  ) -> Publishers.Throttle<Self, C> {
    Publishers.Throttle(
      upstream: self, interval: interval, clock: clock, latest: latest, isolation: isolation)
  }

  /// Passes on one value in each stretch of time, by the continuous clock.
  ///
  /// - Parameters:
  ///   - interval: How long it takes at least from one value to the next.
  ///   - latest: Whether the newest of the values that come too early goes out, or the oldest.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of fewer values.
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, latest: Bool, isolation: isolated any Actor = #isolation
  ) -> Publishers.Throttle<Self, ContinuousClock> {
    throttle(for: interval, clock: ContinuousClock(), latest: latest, isolation: isolation)
  }
}

extension Publishers {
  /// What ``Publisher/throttle(for:clock:latest:isolation:)`` returns.
  public struct Throttle<Upstream: Publisher, C: Clock>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let interval: C.Duration
    let clock: C
    let latest: Bool
    let isolation: any Actor

    init(
      upstream: Upstream, interval: C.Duration, clock: C, latest: Bool, isolation: any Actor
    ) {
      requireDuration("throttle(for:)", interval)
      self.upstream = upstream
      self.interval = interval
      self.clock = clock
      self.latest = latest
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
      private let latest: Bool
      private let alarm: Alarm<C>

      /// When the next value may go out; `nil` before the first.
      private var windowEnd: C.Instant?

      /// The value that waits for that time.
      private var pending: Upstream.Output?

      init(_ downstream: Downstream, _ publisher: Throttle) {
        junction = Junction(downstream)
        interval = publisher.interval
        latest = publisher.latest
        alarm = Alarm(
          clock: publisher.clock, isolation: publisher.isolation, inputs: junction.inputs)
        downstream.receive(subscription: junction.inputs)
      }

      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen, junction.inputs.isOpen else { return false }
        let now = alarm.now()
        // One that waits goes first, though its time may have come: the task is on its way.
        guard pending == nil, windowEnd.map({ now >= $0 }) ?? true else {
          hold(input, until: windowEnd ?? now)
          return junction.inputs.isOpen
        }
        windowEnd = now.advanced(by: interval)
        return junction.send(input)
      }

      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          if let value = pending.take() { _ = junction.send(value) }
          junction.send(completion: .finished)
        case .failure:
          let dropped = pending.take()
          junction.send(completion: completion)
          withExtendedLifetime(dropped) {}
        }
      }

      private func hold(_ input: Upstream.Output, until deadline: C.Instant) {
        guard latest || pending == nil else { return }
        // Released last, since its `deinit` may send.
        let before = pending
        pending = input
        alarm.set(deadline) { self.flush() }
        withExtendedLifetime(before) {}
      }

      private func flush() {
        guard let value = pending.take() else { return }
        windowEnd = alarm.now().advanced(by: interval)
        _ = junction.send(value)
      }
    }
  }
}
