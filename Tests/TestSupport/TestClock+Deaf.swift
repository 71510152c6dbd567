public import CoreEngineTesting

extension TestClock {
  /// The same clock, of which a sleep goes on to its end, though its task is cancelled.
  public struct Deaf: Clock {
    private let clock: TestClock

    public init(clock: TestClock) { self.clock = clock }

    public var now: Instant { clock.now }

    public var minimumResolution: Duration { clock.minimumResolution }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
      try await Task { [clock] in try await clock.sleep(until: deadline) }.value
    }
  }
}
