extension Publisher {
  /// Ends when no value has come for a while.
  ///
  ///     input   --1---2------------3--
  ///     timeout(5 columns)
  ///     output  --1---2----|
  ///     timeout(5 columns, customError: { e })
  ///     output  --1---2----X(e)
  ///
  /// The time runs from the subscription, and anew from each value. When it is over, the subscription to
  /// this publisher is cancelled first, and then the end is delivered, in the isolation in which this is
  /// called. It does not compile where there is none. Values pass at once, and so does the end of
  /// this publisher.
  ///
  /// - Parameters:
  ///   - interval: How long it may be quiet.
  ///   - clock: What measures it.
  ///   - customError: Called when the time is over; what to fail with. Without it, the output finishes.
  ///   - isolation: Where the end is delivered; leave it out.
  /// - Returns: A publisher of the same values. Subscribe to it in the same isolation.
  /// - Precondition: `interval` is not negative.
  public func timeout<C: Clock>(
    _ interval: C.Duration, clock: C, customError: (() -> Failure)? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Publishers.Timeout<Self, C> {
    Publishers.Timeout(
      upstream: self, timing: Timing("timeout(_:)", interval, clock, isolation),
      customError: customError)
  }

  /// Ends when no value has come for a while, by the continuous clock.
  ///
  /// - Parameters:
  ///   - interval: How long it may be quiet.
  ///   - customError: Called when the time is over; what to fail with. Without it, the output finishes.
  ///   - isolation: Where the end is delivered; leave it out.
  /// - Returns: A publisher of the same values.
  /// - Precondition: `interval` is not negative.
  public func timeout(
    _ interval: Duration, customError: (() -> Failure)? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Publishers.Timeout<Self, ContinuousClock> {
    timeout(
      interval, clock: ContinuousClock(), customError: customError, isolation: isolation)
  }
}

extension Publishers {
  /// What ``Publisher/timeout(_:clock:customError:isolation:)`` returns.
  public struct Timeout<Upstream: Publisher, C: Clock>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let timing: Timing<C>
    let customError: (() -> Failure)?

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      Stage(subscriber, timing, customError: customError).attach(to: upstream)
    }

    final class Stage<
      Downstream: Subscriber<Upstream.Output, Upstream.Failure>
    >: TimedStage<Downstream, C> {
      private let customError: (() -> Upstream.Failure)?

      init(
        _ downstream: Downstream, _ timing: Timing<C>, customError: (() -> Upstream.Failure)?
      ) {
        self.customError = customError
        super.init(downstream, timing)
      }

      override func begin() {
        alarm.set(deadline()) { self.expire() }
      }

      override func take(_ input: Upstream.Output) {
        begin()
        _ = junction.send(input)
      }

      private func expire() {
        connection.cancel()
        if let customError {
          junction.send(completion: .failure(customError()))
        } else {
          junction.send(completion: .finished)
        }
      }
    }
  }
}
