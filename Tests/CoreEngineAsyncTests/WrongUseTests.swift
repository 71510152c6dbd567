import CoreEngineAsync
import TestSupport
import Testing

/// What stops the program, and what it says then.
@Suite(.timeLimit(.minutes(10))) struct WrongUseTests {
  private func message(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  // MARK: Durations

  @Test func `A negative time of debouncing`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>.adder()
      core.dispatch(effect: { 1 }, id: 1, policy: .debounce(.seconds(-1)))
    }
    #expect(
      try message(result).contains(
        "CoreEngine: dispatch(effect:) was given a negative time of debouncing, -1.0 seconds. Give it a "
          + "duration of zero or more."))
  }

  @Test func `A negative deadline`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>.adder()
      core.dispatch(effect: { _ in }, deadline: .nanoseconds(-1))
    }
    #expect(
      try message(result).contains(
        "CoreEngine: dispatch(effect:) was given a negative deadline, -1e-09 seconds."))
  }

  @Test func `A negative timeout`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>.adder()
      try await core.settled(timeout: .seconds(-2))
    }
    #expect(
      try message(result).contains(
        "CoreEngine: settled(timeout:clock:) was given a negative timeout, -2.0 seconds."))
  }

  @Test func `Nothing is negative that is zero`() async throws {
    let core = TestCore<Int, Int>.adder()
    core.dispatch(effect: { 1 }, id: 1, policy: .debounce(.zero), retry: .attempts(1))
    try await core.settled(timeout: .seconds(50))
    try await core.settled(timeout: .zero)
    #expect(core.currentState == 1)
    core.dispatch(effect: { 1 }, deadline: .zero)
    await core.settled()
  }

  // MARK: Retries

  @Test func `No attempts`() async throws {
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.attempts(0)
    }
    #expect(
      try message(none).contains(
        "CoreEngine: RetryPolicy.attempts(_:backoff:random:) was given 0 attempts. The first one "
          + "counts, so give it 1 or more."))
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.attempts(Int.min)
    }
    #expect(try message(negative).contains("was given -9223372036854775808 attempts."))
  }

  @Test func `A constant backoff that is negative`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.constant(.seconds(-1))
    }
    #expect(
      try message(result).contains(
        "CoreEngine: RetryPolicy.Backoff.constant was given a negative delay, -1.0 seconds. A delay is"
      ))
  }

  @Test func `A backoff that grows from nothing, or less`() async throws {
    let zero = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .zero)
    }
    #expect(
      try message(zero).contains(
        "RetryPolicy.Backoff.exponential was given nothing to grow from, 0.0 seconds."))
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(-3))
    }
    #expect(try message(negative).contains("was given nothing to grow from, -3.0 seconds."))
  }

  @Test func `A factor that makes delays shorter, or is no number`() async throws {
    let short = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(1), factor: 0.99)
    }
    #expect(try message(short).contains("was given a factor of 0.99. A delay is zero or more;"))
    let endless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(1), factor: .infinity)
    }
    #expect(try message(endless).contains("was given a factor of inf."))
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(1), factor: .nan)
    }
    #expect(try message(none).contains("was given a factor of nan."))
  }

  @Test func `A cap below the first delay`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(2), cap: .seconds(1))
    }
    #expect(
      try message(result).contains(
        "was given a cap, 1.0 seconds, below its first delay, 2.0 seconds."))
  }

  @Test func `A jitter that is no share`() async throws {
    let much = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(2), jitter: 1.01)
    }
    #expect(try message(much).contains("was given a jitter of 1.01."))
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy.Backoff.exponential(from: .seconds(2), jitter: .nan)
    }
    #expect(try message(none).contains("was given a jitter of nan."))
  }

  @Test func `A source of chance that leaves its range`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>.adder()
      let backoff = RetryPolicy.Backoff.exponential(from: .seconds(1), jitter: 0.5)
      await core.dispatch(
        effect: { throw TestError() }, retry: .attempts(2, backoff: backoff) { _ in .nan }
      ).finished()
    }
    #expect(
      try message(result).contains(
        "CoreEngine: the random of a RetryPolicy returned nan when it was asked for a number in 0.5...1.0."
      ))
  }

  // MARK: Waiting for oneself

  private static let waits =
    "was awaited inside a reduction, or handleError, of the core that it waits for. It would wait for "
    + "itself: await it outside, or in a Task.detached"

  @Test func `Settling, awaited inside a reduction or what it calls`() async throws {
    let inside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>(0) { core, state, _ in
        await core.settled()
        return state
      }
      await core.action(1)
    }
    #expect(try message(inside).contains("CoreEngine: settled() \(Self.waits)"))
    let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>(0) { core, state, _ in
        async let settled: Void = core.settled(timeout: .seconds(50))
        try await settled
        return state
      }
      core.send(1)
      await core.settled()
    }
    #expect(try message(child).contains("CoreEngine: settled(timeout:clock:) \(Self.waits)"))
    let handling = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>(
        0, onError: { core, _ in await core.settled() },
        reduce: { _, _, _ in throw TestError() })
      await core.dispatch(effect: { throw TestError() }).finished()
    }
    #expect(try message(handling).contains("CoreEngine: settled() \(Self.waits)"))
  }

  @Test func `The end of an effect, awaited inside a reduction`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let core = TestCore<Int, Int>(0) { core, state, number in
        if number == 1 { await core.dispatch(effect: { 2 }).finished() }
        return state
      }
      await core.action(1)
    }
    #expect(try message(result).contains("CoreEngine: finished() of an effect \(Self.waits)"))
  }

  @Test func `A detached task that a reduction begins may wait for the core`() async {
    let tasks = Log<Task<Int, Never>>()
    let gate = Gate()
    let core = TestCore<Int, Int>(0) { core, state, number in
      if number == 1 {
        let task = Task.detached {
          gate.open()
          await core.settled()
          return core.currentState
        }
        tasks.append(task)
        await gate.pass()
      }
      return state + number
    }
    await core.action(1)
    #expect(await tasks.values[0].value == 1)
  }

  @Test func `One core may wait for another`() async {
    let other = TestCore<Int, Int>.adder()
    let core = TestCore<Int, Int>(0) { _, _, number in
      other.send(number)
      await other.dispatch(effect: { number }).finished()
      await other.settled()
      return other.currentState
    }
    await core.action(2)
    #expect(core.currentState == 4)
  }
}
