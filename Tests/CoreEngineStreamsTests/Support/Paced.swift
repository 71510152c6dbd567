import CoreEngineStreams

/// Numbers, each after some time, by way of `publisher()`, in a ``Program``.
struct Paced: AsyncSequence {
  let count: Int
  let fails: Bool
  let interval: StepClock.Duration
  let clock: StepClock

  /// The publisher, in the isolation of the clock.
  var publisher: Program.Input {
    clock.assumeIsolated { clock in
      Made(publisher: publisher(isolation: clock).asFailed().eraseToAnyPublisher())
    }
    .publisher
  }

  func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }

  struct Iterator: AsyncIteratorProtocol {
    let numbers: Paced
    var value = 0

    mutating func next() async throws -> Int? { try await next(isolation: nil) }

    mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
      let clock = numbers.clock
      try await clock.sleep(until: clock.now.advanced(by: numbers.interval), tolerance: nil)
      value += 1
      if value <= numbers.count { return value }
      if numbers.fails { throw Failed() }
      return nil
    }
  }

  private struct Made: @unchecked Sendable {
    // Safe: used on one thread.
    let publisher: Program.Input
  }
}
