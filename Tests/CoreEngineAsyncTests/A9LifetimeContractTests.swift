import CoreEngineAsync
import TestSupport
import Testing

/// A9: accepted actions are reduced even if the caller lets go of the core; sequences and consumers
/// never keep it alive.
@Suite(.timeLimit(.minutes(10))) struct A9LifetimeContractTests {
  private let probe = LifetimeProbe()

  @Test func `A-WEAKLOOP: neither a waiting consumer nor a sequence keeps the core`() async {
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    weak let weakCore = core
    let states = core!.states
    let consumers = [Consumer(states), Consumer(core!.states(.latest))]
    let selected = Consumer(states.description)
    for consumer in consumers { await consumer.received(1) }
    await selected.received(1)
    await core?.action(1)
    for consumer in consumers { await consumer.received(2) }
    core?.send(1)
    for consumer in consumers { await consumer.received(3) }
    core = nil
    await probe.falls(to: 0)
    #expect(weakCore == nil)
    for consumer in consumers { #expect(await consumer.end() == [0, 1, 2]) }
    #expect(await selected.end() == ["0", "1", "2"])
  }

  @Test func `A-WEAKLOOP: a loop may use the core, if it holds it for one turn at a time`() async {
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let log = Log<Int>()
    let gate = Gate()
    gate.open()
    let task = Task { [weak core, states = core!.states] in
      for await state in states {
        log.append(state)
        if state < 3 { core?.send(1) } else { await gate.pass() }
      }
    }
    await gate.entered()
    core = nil
    await task.value
    await probe.falls(to: 0)
    #expect(log.values == [0, 1, 2, 3])
  }

  @Test(arguments: [true, false])
  func `A-TASKHOLD: what waits when the core is let go of is reduced`(awaits: Bool) async {
    let gate = Gate()
    var core: TestCore? = TestCore<[Int], Int>([]) { [object = probe.object()] _, state, number in
      withExtendedLifetime(object) {}
      if number == 0 { await gate.pass() }
      return state + [number]
    }
    var states = core!.states.makeAsyncIterator()
    let task = Task { [core] in
      if awaits { await core!.action(0) } else { core!.send(0) }
    }
    await gate.entered()
    core?.send(1)
    core?.send(2)
    core = nil
    gate.open()
    #expect(await states.rest() == [[], [0], [0, 1], [0, 1, 2]])
    await task.value
    await probe.falls(to: 0)
  }

  @Test func `A-TASKHOLD: 10,000 times sent and let go of`() async {
    let gate = Gate()
    gate.open()
    for number in 0..<10_000 {
      let core = TestCore<Int, Int>(0) { [object = probe.object()] _, _, number in
        withExtendedLifetime(object) {}
        await gate.pass()
        return number
      }
      core.send(number)
    }
    await gate.entered(10_000)
    await probe.falls(to: 0)
  }

  @Test func `A core is freed while its drain task lingers`() async {
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    weak let weakCore = core
    for _ in 0..<100 { core?.send(1) }
    await core?.action(1)
    #expect(core?.currentState == 101)
    core = nil
    await probe.falls(to: 0)
    #expect(weakCore == nil)
  }

  @Test func `States and actions are freed once they have been reduced`() async {
    let actions = LifetimeProbe()
    let core = TestCore<Int, LifetimeProbe.Object>(0) { _, state, _ in state + 1 }
    for _ in 0..<1_000 { core.send(actions.object()) }
    await core.action(actions.object())
    await actions.falls(to: 0)
    #expect(core.currentState == 1_001)
  }

  @Test func `A-TASKHOLD: effects that run, wait for time or for their turn do not keep the core`()
    async
  {
    let clock = TestClock()
    let started = Gate()
    started.open()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let ended = Log<String>()
    let handles = [
      owner.value!.dispatch(
        effect: { send in
          await started.pass()
          await untilCancelled()
          await send(1)
          ended.append("ran")
        }, id: 1),
      owner.value!.dispatch(
        effect: {
          ended.append("queued")
          return 1
        }, id: 1, policy: .queue),
      owner.value!.dispatch(
        effect: {
          ended.append("debounced")
          return 1
        }, id: 2, policy: .debounce(.seconds(1)), clock: clock),
      owner.value!.dispatch(
        effect: { throw TestError() }, retry: .attempts(3, backoff: .constant(.seconds(9))),
        clock: clock),
      owner.value!.dispatch(
        effect: AsyncStream<Int> { _ in }, deadline: .seconds(20), clock: clock),
    ]
    await started.entered()
    await clock.sleepers(3)
    owner.release()
    await probe.falls(to: 0)
    for handle in handles { await handle.finished() }
    #expect(ended.values == ["ran"])
    #expect(clock.sleepers == 0)
  }

  @Test func `A-TASKHOLD: an action of an effect that waits for its turn keeps the core`() async {
    let gate = Gate()
    let owner = Owner(
      TestCore<[Int], Int>([]) { [object = probe.object()] _, state, number in
        withExtendedLifetime(object) {}
        if number == 0 { await gate.pass() }
        return state + [number]
      })
    var states = owner.value!.states.makeAsyncIterator()
    let handle = owner.value!.dispatch { send in
      await send(0)
      // It has been let go of: this one is dropped, with the core.
      await send(1)
    }
    await gate.entered()
    owner.value!.send(2)
    owner.release()
    gate.open()
    await handle.finished()
    await probe.falls(to: 0)
    let history = await states.rest()
    // The core lives until what was accepted has been reduced; so may the effect.
    #expect(history.prefix(2) == [[], [0]])
    #expect(history.last?.contains(2) == true)
  }

  @Test func `An error that has been thrown is handled, also if the core is let go of`() async {
    let gate = Gate()
    let errors = Log<String>()
    let owner = Owner(
      TestCore<Int, Int>(
        0,
        onError: { [object = probe.object()] _, error in
          withExtendedLifetime(object) {}
          await gate.pass()
          errors.append("\(error)")
        }, reduce: { _, state, _ in state }))
    let handle = owner.value!.dispatch(effect: { throw TestError() })
    await gate.entered()
    owner.release()
    gate.open()
    await handle.finished()
    await probe.falls(to: 0)
    #expect(errors.values == ["TestError()"])
  }

  @Test func `A-TASKHOLD: 2,000 times dispatched and let go of`() async {
    let effects = LifetimeProbe()
    var handles: [EffectHandle] = []
    for number in 0..<2_000 {
      let core = TestCore<Int, Int>.adder(probe.object())
      let object = effects.object()
      handles.append(
        core.dispatch(
          effect: {
            withExtendedLifetime(object) {}
            return number
          }, id: 1, policy: number.isMultiple(of: 2) ? .queue : .debounce(.zero)))
    }
    for handle in handles { await handle.finished() }
    await probe.falls(to: 0)
    await effects.falls(to: 0)
  }
}
