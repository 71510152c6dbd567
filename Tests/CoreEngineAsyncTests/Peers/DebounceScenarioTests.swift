import CoreEngineAsync
import TestSupport
import Testing

/// What becomes of effects that come in quick succession.
@Suite(.timeLimit(.minutes(10))) struct DebounceScenarioTests {
  private let clock = TestClock()
  private let core = TestCore<[Int], Int>.recorder()

  @Test func `The last of each burst starts, when the pause is over`() async {
    let started = Log<[Int]>()
    for second in 0..<20 {
      if [0, 1, 2, 3, 8, 12, 14].contains(second) {
        core.dispatch(
          effect: { [clock] in
            started.append([second, Int(clock.now.offset / .seconds(1))])
            return second
          }, id: "burst", policy: .debounce(.seconds(3)), clock: clock)
        await clock.sleepers(1)
      }
      await clock.advance(by: .seconds(1))
      if clock.sleepers == 0 { await core.settled() }
    }
    #expect(started.values == [[3, 6], [8, 11], [14, 17]])
    #expect(core.currentState == [3, 8, 14])
  }

  @Test func `Bursts of sequences: each that starts gives all of its actions`() async {
    for round in 0..<3 {
      for number in 0..<5 {
        core.dispatch(
          effect: { send in for action in 0..<3 { await send(round * 100 + number * 10 + action) }
          },
          id: 1, policy: .debounce(.seconds(100)), clock: clock)
        await clock.sleepers(1)
        await clock.advance(by: .seconds(10))
      }
      // The last round is still waiting.
      if round < 2 { await clock.advance(by: .seconds(90)) }
      if round < 2 { await core.settled() }
    }
    #expect(core.currentState == [40, 41, 42, 140, 141, 142])
    #expect(core.effects.map(\.isWaiting) == [true])
    core.cancelAllEffects()
    await core.settled()
    #expect(core.currentState.count == 6)
  }

  @Test(arguments: 0..<3)
  func `Cancelled while it waits, it never starts`(entrance: Int) async {
    let handle = core.dispatch(
      effect: { 1 }, id: "x", policy: .debounce(.seconds(1)), clock: clock)
    await clock.sleepers(1)
    switch entrance {
    case 0: handle.cancel()
    case 1: core.cancelEffect(id: "x")
    default: core.cancelAllEffects()
    }
    await handle.finished()
    #expect(clock.sleepers == 0)
    await clock.advance(by: .seconds(1))
    #expect(core.currentState == [])
    #expect(core.isIdle)
  }

  @Test func `It goes with the core while it waits`() async {
    let probe = LifetimeProbe()
    let started = Log<Int>()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let handle = core?.dispatch(
      effect: {
        started.append(1)
        return 1
      }, id: "x", policy: .debounce(.seconds(1)), clock: clock)
    await clock.sleepers(1)
    core = nil
    await probe.falls(to: 0)
    await handle?.finished()
    #expect(clock.sleepers == 0)
    #expect(started.count == 0)
  }

  @Test func `Its error waits as it does, and another's is not held up`() async {
    let errors = Log<Int>()
    struct Numbered: Error { let number: Int }
    let core = TestCore<[Int], Int>(
      [], onError: { if let error = $1 as? Numbered { errors.append(error.number) } },
      reduce: { $1 + [$2] })
    core.dispatch(
      effect: { throw Numbered(number: 1) }, id: "x", policy: .debounce(.seconds(1)), clock: clock)
    await clock.sleepers(1)
    await core.dispatch { throw Numbered(number: 2) }.finished()
    #expect(errors.values == [2])
    await clock.advance(by: .seconds(1))
    #expect(await errors.values(2) == [2, 1])
    await core.settled()
  }

  @Test func `Ids wait apart, and a pause of nothing is none`() async {
    core.dispatch(effect: { 1 }, id: "a", policy: .debounce(.seconds(1)), clock: clock)
    core.dispatch(effect: { 2 }, id: "b", policy: .debounce(.seconds(2)), clock: clock)
    await clock.sleepers(2)
    await core.dispatch(effect: { 3 }, id: "c", policy: .debounce(.zero), clock: clock).finished()
    for seconds in 1...2 {
      await clock.advance(by: .seconds(1))
      await core.reaches { $0.count == seconds + 1 }
    }
    #expect(core.currentState == [3, 1, 2])
    await core.settled()
  }

  @Test func `A throttle is an effect that rests, and that is ignored while it does`() async {
    func tap(_ number: Int) -> EffectHandle {
      core.dispatch(
        effect: { [clock] send in
          await send(number)
          try await clock.sleep(for: .seconds(100))
        }, id: "tap", policy: .ignoreIfRunning)
    }
    let first = tap(1)
    await clock.sleepers(1)
    await tap(2).finished()
    await clock.advance(by: .seconds(10))
    await tap(3).finished()
    await clock.advance(by: .seconds(90))
    await first.finished()
    _ = tap(4)
    await clock.sleepers(1)
    #expect(core.currentState == [1, 4])
    core.cancelAllEffects()
    await core.settled()
  }
}
