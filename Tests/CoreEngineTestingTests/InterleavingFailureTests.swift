import CoreEngineAsync
import TestSupport
import Testing

@testable import CoreEngineTesting

/// The texts are what a failing test leaves behind.
@Suite(.timeLimit(.minutes(10)))
struct InterleavingFailureTests {
  private struct Failed: Error, Equatable {
    var number = 0
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func namesTheSeedAndTheError() async throws {
    let failure = try await failure(seeds: 40..<50) { throw Failed(number: 7) }
    #expect(failure.seed == 40)
    #expect(
      failure.description == """
        Under seed 40 the body threw an error: Failed(number: 7)
        To see it again: withInterleavings(seeds: [40]).
        """)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func stopsAtTheFirstSeedThatFails() async throws {
    let rounds = Log<Int>()
    let failure = try await failure(seeds: 5...) {
      rounds.append(rounds.count)
      if rounds.count == 3 { throw Failed() }
    }
    #expect(failure.seed == 7)
    #expect(rounds.count == 3)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func saysThatTheBodyIsStuck() async throws {
    let gate = Gate()
    defer { gate.open() }
    let failure = try await failure(seeds: [3], patience: .milliseconds(10)) {
      await gate.pass()
    }
    #expect(
      failure.description == """
        Under seed 3 the body is stuck: it has not ended, and nothing of it was ready to run for 0.01 seconds. \
        It waits for something that nobody does.
        To see it again: withInterleavings(seeds: [3]).
        """)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func cancelsABodyThatIsStuck() async throws {
    let wasCancelled = Log<Bool>()
    let failure = try await failure(seeds: [3], patience: .milliseconds(10)) {
      for await _ in AsyncStream<Int>.makeStream().stream {}
      wasCancelled.append(Task.isCancelled)
    }
    guard case .stuck = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect(await wasCancelled.values(1) == [true])
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func saysThatTheBodyIsEndless() async throws {
    let failure = try #require(
      await #expect(throws: InterleavingFailure.self) {
        try await withInterleavings(seeds: [9], patience: .seconds(300), limit: 100) {
          let core = Echo()
          core.send(1)
          await core.settled()
        }
      })
    #expect(
      failure.description == """
        Under seed 9 the body is endless: 100 steps were run, and there is still something to do.
        To see it again: withInterleavings(seeds: [9]).
        """)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func saysThatStepsCameFromOutside() async throws {
    let failure = try await failure(seeds: [1]) {
      await MainActor.run {}
      await Task {}.value
      // Either may be over before it is awaited; this one waits for the body.
      let gate = Gate()
      Task.detached {
        await gate.entered()
        gate.open()
      }
      await gate.pass()
      throw Failed(number: 1)
    }
    #expect(failure.stepsFromOutside > 0)
    #expect(
      failure.description == """
        Under seed 1 the body threw an error: Failed(number: 1)
        To see it again: withInterleavings(seeds: [1]).
        It may differ then: the steps that were set off from outside, by a task on another executor (Task { }, \
        Task.detached, the main actor) or by a clock that waits for real time, were \
        \(failure.stepsFromOutside) of \(failure.steps), and the seed does not decide upon those.
        """)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func refusesToTryNothing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await withInterleavings(seeds: 0..<0) {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        """
        CoreEngine: withInterleavings(seeds:) was given no seeds, and would pass whatever the body does. Give it \
        a range, 0..<1_000 for instance.
        """))
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private func failure(
    seeds: some Sequence<UInt64>, patience: Duration = .seconds(300),
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> InterleavingFailure {
    try #require(
      await #expect(throws: InterleavingFailure.self) {
        try await withInterleavings(seeds: seeds, patience: patience, body)
      })
  }
}

/// Sends itself what it is sent.
private actor Echo: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int {
    send(action)
    return state + action
  }
}
