public import CoreEngineTesting

extension TestClock {
  /// A clock that throws an error as soon as somebody sleeps.
  public struct Broken: Clock {
    private let error: any Error

    public init(error: any Error) { self.error = error }

    public var now: Instant { Instant(offset: .zero) }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
      throw error
    }
  }
}
