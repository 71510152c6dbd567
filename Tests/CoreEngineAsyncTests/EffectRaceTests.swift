import CoreEngineAsync
import TestSupport
import Testing

/// Effects that begin, end and are cancelled from everywhere at once.
@Suite(.timeLimit(.minutes(1))) struct EffectRaceTests {
  @Test func `What is cancelled in a reduction has no action in a later one`() async {
    let late = Log<Int>()
    for round in 0..<3_000 {
      let core = TestCore<Int, Int>(0) { core, state, action in
        if action == 0 {
          core.cancelEffect(id: 1)
          return 1
        }
        if state == 1 { late.append(round) }
        return state
      }
      let gate = Gate()
      gate.open()
      let handle = core.dispatch(
        effect: { send in
          await gate.pass()
          for _ in 0..<30 { await send(1) }
        }, id: 1)
      await gate.entered()
      await core.action(0)
      await handle.finished()
    }
    #expect(late.values == [])
  }

  @Test func `100,000 effects that cancel each other take linear time`() async {
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    // Cancelled, they live on.
    for _ in 0..<100_000 {
      core.dispatch(
        effect: {
          await gate.pass()
          return 1
        }, id: 1, policy: .cancelPrevious)
    }
    gate.open()
    await core.settled()
    #expect(core.currentState == 1)
  }
}
