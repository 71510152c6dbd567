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
      upstream: self, interval: interval, clock: clock, customError: customError,
      isolation: isolation)
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
    let interval: C.Duration
    let clock: C
    let customError: (() -> Failure)?
    let isolation: any Actor

    init(
      upstream: Upstream, interval: C.Duration, clock: C, customError: (() -> Failure)?,
      isolation: any Actor
    ) {
      requireDuration("timeout(_:)", interval)
      self.upstream = upstream
      self.interval = interval
      self.clock = clock
      self.customError = customError
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
      stage.restart()
      upstream.receive(subscriber: stage)
    }

    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      let junction: Junction<Downstream>
      let connection = Connection()
      private let interval: C.Duration
      private let customError: (() -> Upstream.Failure)?
      private let alarm: Alarm<C>

      init(_ downstream: Downstream, _ publisher: Timeout) {
        junction = Junction(downstream)
        interval = publisher.interval
        customError = publisher.customError
        alarm = Alarm(
          clock: publisher.clock, isolation: publisher.isolation, inputs: junction.inputs)
        downstream.receive(subscription: junction.inputs)
      }

      func restart() {
        alarm.set(alarm.now().advanced(by: interval)) { self.expire() }
      }

      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen, junction.inputs.isOpen else { return false }
        restart()
        return junction.send(input)
      }

      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        if connection.finish() { junction.send(completion: completion) }
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
