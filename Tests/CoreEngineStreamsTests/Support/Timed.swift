import CoreEngineStreams

/// An operator of time, in a ``Program``.
enum Timed: CaseIterable {
  case debounce, throttleLatest, throttleFirst, delay, timeout, timeoutWithError

  /// The operator, in the isolation of the clock.
  ///
  /// - Parameter n: How long it takes.
  func callAsFunction(_ upstream: Program.Input, _ n: Int, _ clock: StepClock) -> Program.Input {
    // Safe: all of it is used on one thread.
    nonisolated(unsafe) let upstream = upstream
    let interval = clock.steps(n)
    return clock.assumeIsolated { clock in
      Made(publisher: make(upstream, n, interval, clock))
    }
    .publisher
  }

  private func make(
    _ upstream: Program.Input, _ n: Int, _ interval: StepClock.Duration, _ clock: isolated StepClock
  ) -> Program.Input {
    switch self {
    case .debounce: upstream.debounce(for: interval, clock: clock).eraseToAnyPublisher()
    case .throttleLatest:
      upstream.throttle(for: interval, clock: clock, latest: true).eraseToAnyPublisher()
    case .throttleFirst:
      upstream.throttle(for: interval, clock: clock, latest: false).eraseToAnyPublisher()
    case .delay: upstream.delay(for: interval, clock: clock).eraseToAnyPublisher()
    case .timeout: upstream.timeout(interval, clock: clock).eraseToAnyPublisher()
    case .timeoutWithError:
      upstream.timeout(interval, clock: clock, customError: { Failed(code: 60 + n) })
        .eraseToAnyPublisher()
    }
  }

  private struct Made: @unchecked Sendable {
    // Safe: used on one thread.
    let publisher: Program.Input
  }
}
