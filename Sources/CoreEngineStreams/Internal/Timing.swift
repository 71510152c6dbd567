internal import CoreEngineSupport

/// How long an operator of time waits, by which clock, and where it delivers.
struct Timing<C: Clock> {
  let interval: C.Duration
  let clock: C
  let isolation: any Actor

  /// - Parameter name: What the user called.
  init(_ name: StaticString, _ interval: C.Duration, _ clock: C, _ isolation: any Actor) {
    requireDuration(name, interval)
    let longest = Duration.longestWait as? C.Duration
    self.interval = longest.map { min(interval, $0) } ?? interval
    self.clock = clock
    self.isolation = isolation
  }
}
