import CoreEngineAsync
import TestSupport
import Testing

/// A5: a thrown error leaves the state as it was, reaches `handleError` before the next action
/// starts, and stops nothing; cancelled work reports none.
@Suite(.timeLimit(.minutes(1))) struct A5ErrorsContractTests {
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
}
