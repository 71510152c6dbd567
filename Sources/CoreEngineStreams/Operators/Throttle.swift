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
      upstream: self, timing: Timing("throttle(for:)", interval, clock, isolation), latest: latest)
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
    let timing: Timing<C>
    let latest: Bool

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      Stage(subscriber, timing, latest: latest).attach(to: upstream)
    }

    final class Stage<
      Downstream: Subscriber<Upstream.Output, Upstream.Failure>
    >: TimedStage<Downstream, C> {
      private let latest: Bool

      /// When the next value may go out; `nil` before the first.
      private var windowEnd: C.Instant?

      /// The value that waits for that time.
      private var pending: Upstream.Output?

      init(_ downstream: Downstream, _ timing: Timing<C>, latest: Bool) {
        self.latest = latest
        super.init(downstream, timing)
      }

      override func take(_ input: Upstream.Output) {
        let now = alarm.now()
        // One that waits goes first, though its time may have come: the task is on its way.
        guard pending == nil, windowEnd.map({ now >= $0 }) ?? true else {
          return hold(input, until: windowEnd ?? now)
        }
        windowEnd = deadline(after: now)
        _ = junction.send(input)
      }

      override func end(_ completion: Subscribers.Completion<Upstream.Failure>) {
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
        windowEnd = deadline()
        _ = junction.send(value)
      }
    }
  }
}
