import CoreEngineAsync
import TestSupport
import Testing

/// A5: a thrown error leaves the state as it was, reaches `handleError` before the next action
/// starts, and stops nothing; cancelled work reports none.
@Suite(.timeLimit(.minutes(10))) struct A5ErrorsContractTests {
  private enum Action: Sendable { case bad, increase, failed }

  private let log = Log<String>()

  @Test(arguments: [true, false])
  func `A-THROW: an error is handled before what follows, and changes nothing`(awaits: Bool) async {
    let gate = Gate()
    let core = TestCore<Int, Action>(
      0,
      onError: { [log] core, error in
        log.append("handle \(error)")
        core.send(.failed)
        await gate.pass()
        log.append("handled, state \(core.currentState)")
      },
      reduce: { [log] _, state, action in
        log.append("\(action)")
        switch action {
        case .bad: throw TestError()
        case .increase: return state + 1
        case .failed: return state + 100
        }
      })
    var states = core.states.makeAsyncIterator()
    async let bad: Void = awaits ? core.action(.bad) : core.send(.bad)
    await gate.entered()
    core.send(.increase)
    gate.open()
    await bad
    await core.reaches { $0 == 101 }
    #expect(
      log.values == ["bad", "handle TestError()", "handled, state 0", "failed", "increase"])
    #expect([await states.next(), await states.next(), await states.next()] == [0, 100, 101])
  }

  @Test(arguments: [true, false])
  func `A-CANCELERR: what a cancelled action throws is not reported`(isCancellation: Bool) async {
    let gate = Gate()
    let core = TestCore<Int, Int>(
      7, onError: { [log] _, error in log.append("\(error)") },
      reduce: { _, state, number in
        guard number < 0 else { return state + number }
        await gate.pass()
        try Task.checkCancellation()
        return 0
      })
    let task = Task {
      await core.action(-1)
      return core.currentState
    }
    await gate.entered()
    task.cancel()
    gate.open()
    #expect(await task.value == 7)
    await core.action(1)
    #expect(core.currentState == 8)
    #expect(log.values.isEmpty)
  }

  @Test func `A-CANCELERR: a CancellationError of work that is not cancelled is reported`() async {
    let core = TestCore<Int, Int>(
      0, onError: { [log] _, error in log.append("\(error)") },
      reduce: { _, _, _ in throw CancellationError() })
    await core.action(1)
    core.send(1)
    await core.action(1)
    #expect(log.values == Array(repeating: "CancellationError()", count: 3))
  }

  /// A core that notes its errors, and whether they were handled in a task that was cancelled.
  private func noter() -> TestCore<[Int], Int> {
    TestCore(
      [],
      onError: { [log] core, error in
        log.append("\(error), state \(core.currentState)\(Task.isCancelled ? ", cancelled" : "")")
      },
      reduce: { _, state, number in
        if number < 0 { throw TestError() }
        return state + [number]
      })
  }

  @Test func `A-THROW: an action of an effect that throws is handled, and the effect goes on`()
    async
  {
    let core = noter()
    await core.dispatch { send in
      for number in [1, -1, 2] { await send(number) }
    }.finished()
    let numbers = AsyncStream<Int> { continuation in
      for number in [-2, 3] { continuation.yield(number) }
      continuation.finish()
    }
    await core.dispatch(effect: numbers, retry: .attempts(5)).finished()
    #expect(core.currentState == [1, 2, 3])
    #expect(log.values == ["TestError(), state [1]", "TestError(), state [1, 2]"])
  }

  @Test func `A-THROW: the error of an effect has its turn, like an action`() async {
    let gate = Gate()
    let handling = Gate()
    let core = TestCore<[Int], Int>(
      [],
      onError: { [log] core, _ in
        log.append("handle, state \(core.currentState)")
        core.send(3)
        await core.action(4)
        await handling.pass()
        log.append("handled, state \(core.currentState)")
      },
      reduce: { _, state, number in
        if number == 1 { await gate.pass() }
        return state + [number]
      })
    core.send(1)
    await gate.entered()
    let handle = core.dispatch(effect: { throw TestError() })
    gate.open()
    await handling.entered()
    core.send(5)
    #expect(!core.isIdle)
    handling.open()
    await handle.finished()
    await core.settled()
    #expect(log.values == ["handle, state [1]", "handled, state [1]"])
    #expect(core.currentState == [1, 3, 4, 5])
  }

  private enum Thrown: CaseIterable { case cancellation, other }

  @Test(arguments: Thrown.allCases)
  private func `A-CANCELERR: what a cancelled effect throws is not reported`(thrown: Thrown) async {
    let core = noter()
    let started = Gate()
    started.open()
    let handle = core.dispatch(
      effect: {
        await started.pass()
        await untilCancelled()
        if thrown == .cancellation { throw CancellationError() }
        throw TestError()
      }, retry: .attempts(3))
    await started.entered()
    handle.cancel()
    await handle.finished()
    await core.settled()
    #expect(log.values.isEmpty)
  }

  @Test func `A-CANCELERR: nor is what it threw before, if it was to be tried again`() async {
    let core = noter()
    let clock = TestClock()
    let handle = core.dispatch(
      effect: { throw TestError() }, retry: .attempts(2, backoff: .constant(.seconds(1))),
      clock: clock)
    await clock.sleepers(1)
    handle.cancel()
    await handle.finished()
    await core.settled()
    #expect(clock.sleepers == 0)
    #expect(log.values.isEmpty)
  }

  @Test func `A-CANCELERR: a CancellationError of an effect that is not cancelled is reported`()
    async
  {
    let core = noter()
    await core.dispatch(effect: { throw CancellationError() }).finished()
    #expect(log.values == ["CancellationError(), state []"])
  }

  @Test func `A-CANCELERR: an action of a cancelled effect reports no error`() async {
    let gate = Gate()
    let core = TestCore<Int, Int>(
      0, onError: { [log] _, error in log.append("\(error)") },
      reduce: { _, _, _ in
        await gate.pass()
        throw TestError()
      })
    let handle = core.dispatch(effect: { 1 }, id: 1)
    await gate.entered()
    core.cancelEffect(id: 1)
    gate.open()
    await handle.finished()
    #expect(log.values.isEmpty)
  }

  @Test func `A deadline is reported once, in a task that is not cancelled`() async {
    let clock = TestClock()
    let core = noter()
    let handle = core.dispatch(
      effect: {
        await untilCancelled()
        throw TestError()
      }, retry: .attempts(3), deadline: .seconds(1), clock: clock)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    await handle.finished()
    #expect(
      log.values == [
        "An effect had not ended after 1.0 seconds, its deadline, and was cancelled., state []"
      ])
  }

  @Test func `A deadline is reported though the work returns as soon as it is cancelled`() async {
    let core = noter()
    for _ in 0..<300 {
      let clock = TestClock()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      // It ends, without an error, when its task is cancelled.
      let handle = core.dispatch(effect: stream, deadline: .seconds(1), clock: clock)
      await clock.sleepers(1)
      await clock.advance(by: .seconds(1))
      await handle.finished()
      continuation.finish()
    }
    #expect(log.count == 300)
  }

  @Test func `A deadline counts all attempts, and ends the wait for the next one`() async {
    let clock = TestClock()
    let core = noter()
    let handle = core.dispatch(
      effect: { throw TestError() },
      retry: .attempts(5, backoff: .constant(.seconds(2))), deadline: .seconds(3), clock: clock)
    await clock.sleepers(2)
    await clock.advance(by: .seconds(2))
    await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    await handle.finished()
    #expect(log.count == 1)
    #expect(log.values.first?.hasPrefix("An effect had not ended after 3.0 seconds") == true)
    #expect(clock.sleepers == 0)
  }

  @Test func `An effect that ends in time leaves no timer`() async {
    let clock = TestClock()
    let core = noter()
    await core.dispatch(effect: { 1 }, deadline: .seconds(1), clock: clock).finished()
    await core.dispatch(effect: { throw TestError() }, deadline: .seconds(1), clock: clock)
      .finished()
    #expect(clock.sleepers == 0)
    #expect(log.values == ["TestError(), state [1]"])
  }
}
