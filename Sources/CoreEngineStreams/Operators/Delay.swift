internal import CoreEngineSupport

extension Publisher {
  /// Passes everything on some time later.
  ///
  ///     input   --1-2------3--|
  ///     delay(for: 4 columns)
  ///     output  ------1-2------3--|
  ///
  /// The order stays, and so do the distances. Both completions are delayed as values are: a failure
  /// drops nothing that came before it. Nothing passes at once, not even with a delay of zero. Values are
  /// delivered in the isolation in which this is called. It does not compile where there is none.
  ///
  /// - Parameters:
  ///   - interval: How much later.
  ///   - clock: What measures it.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of the same, later. Subscribe to it in the same isolation.
  /// - Precondition: `interval` is not negative.
  public func delay<C: Clock>(
    for interval: C.Duration, clock: C, isolation: isolated any Actor = #isolation
  ) -> Publishers.Delay<Self, C> {
    Publishers.Delay(
      upstream: self, timing: Timing("delay(for:)", interval, clock, isolation))
  }

  /// Passes everything on some time later, by the continuous clock.
  ///
  /// - Parameters:
  ///   - interval: How much later.
  ///   - isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of the same, later.
  /// - Precondition: `interval` is not negative.
  public func delay(
    for interval: Duration, isolation: isolated any Actor = #isolation
  ) -> Publishers.Delay<Self, ContinuousClock> {
    delay(for: interval, clock: ContinuousClock(), isolation: isolation)
  }
}

extension Publishers {
  /// What ``Publisher/delay(for:clock:isolation:)`` returns.
  public struct Delay<Upstream: Publisher, C: Clock>: Publisher {
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
      /// What is on its way, each with the time at which it is due.
      private var queue = Ring<(event: Junction<Downstream>.Event, due: C.Instant)>()

      override func take(_ input: Upstream.Output) { append(.value(input)) }

      override func end(_ completion: Subscribers.Completion<Upstream.Failure>) {
        append(.completion(completion))
      }

      private func append(_ event: Junction<Downstream>.Event) {
        queue.append((event, deadline()))
        wait()
      }

      private func wait() {
        if let due = queue.first?.due { alarm.set(due) { self.deliver() } }
      }

      private func deliver() {
        // Not what comes meanwhile, so that a loop of sends leaves the others their turn.
        var remaining = queue.count
        let now = alarm.now()
        while remaining > 0, let due = queue.first?.due, due <= now {
          remaining -= 1
          switch queue.popFirst()?.event {
          case .value(let value)?: _ = junction.send(value)
          case .completion(let completion)?: junction.send(completion: completion)
          case nil: break
          }
        }
        wait()
      }
    }
  }
}
