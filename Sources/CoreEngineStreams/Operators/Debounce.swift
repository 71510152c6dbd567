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
    Publishers.Debounce(
      upstream: self, timing: Timing("debounce(for:)", interval, clock, isolation))
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
    let timing: Timing<C>

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      Stage(subscriber, timing).attach(to: upstream)
    }

    final class Stage<
      Downstream: Subscriber<Upstream.Output, Upstream.Failure>
    >: TimedStage<Downstream, C> {
      /// The value that waits.
      private var pending: Upstream.Output?

      override func take(_ input: Upstream.Output) {
        let deadline = deadline()
        // Released last, since its `deinit` may send.
        let before = pending
        pending = input
        alarm.set(deadline) { self.flush() }
        withExtendedLifetime(before) {}
      }

      override func end(_ completion: Subscribers.Completion<Upstream.Failure>) {
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
