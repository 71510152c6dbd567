import CoreEngineAsync
import TestSupport
import Testing

/// Effects that begin, end and are cancelled from everywhere at once, and very many of them.
@Suite(.timeLimit(.minutes(10))) struct EffectRaceTests {
  private static let policies: [AsyncEffectPolicy] = [
    .concurrent, .cancelPrevious, .ignoreIfRunning, .queue, .debounce(.zero),
  ]

  // MARK: Races

  @Test func `What is cancelled in a reduction has no action in a later one`() async {
    let late = Log<Int>()
    for round in 0..<1_000 {
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

  @Test(arguments: policies)
  func `Threads dispatch and cancel, and every effect ends`(policy: AsyncEffectPolicy) async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>(0) { _, state, number in
      if number == 2 { throw TestError() }
      return state + 1
    }
    let handles = Log<EffectHandle>()
    await withCheckedContinuation { continuation in
      onThreads(4) { thread in
        for number in 0..<400 {
          let object = probe.object()
          let handle = core.dispatch(
            effect: { send in
              withExtendedLifetime(object) {}
              await send(number % 3)
              if number.isMultiple(of: 5) { await hop() }
              if number.isMultiple(of: 7) { throw TestError() }
            }, id: number % 2, policy: policy, retry: .attempts(1 + number % 3))
          switch number % 8 {
          case 0: handle.cancel()
          case 1: core.cancelEffect(id: thread % 2)
          case 2: if number.isMultiple(of: 50) { core.cancelAllEffects() }
          case 3: _ = core.effects
          case 4: _ = core.isIdle
          default: handles.append(handle)
          }
        }
      }
      continuation.resume()
    }
    await core.settled()
    for handle in handles.values { await handle.finished() }
    #expect(core.effects.isEmpty)
    #expect(core.isIdle)
    await probe.falls(to: 0)
  }

  @Test(arguments: policies)
  func `Threads cancel one effect while it begins, acts and ends`(
    policy: AsyncEffectPolicy
  ) async {
    for _ in 0..<60 {
      let core = TestCore<Int, Int>.adder()
      let before = core.dispatch(effect: { 1 }, id: 1)
      let handle = core.dispatch(
        effect: { send in
          await send(1)
          await send(1)
        }, id: 1, policy: policy)
      async let finished: Void = handle.finished()
      await withCheckedContinuation { continuation in
        onThreads(2) { thread in
          if thread == 0 { handle.cancel() } else { core.cancelEffect(id: 1) }
        }
        continuation.resume()
      }
      await finished
      await before.finished()
      let state = core.currentState
      await core.settled()
      #expect(core.currentState == state && state <= 3)
    }
  }

  @Test func `The core goes while effects begin, wait and act`() async {
    let probe = LifetimeProbe()
    let cores = LifetimeProbe()
    let handles = Log<EffectHandle>()
    for round in 0..<150 {
      let owner = Owner(TestCore<Int, Int>.adder(cores.object()))
      await withTaskGroup { group in
        for number in 0..<3 {
          group.addTask {
            // Whoever comes too late finds no core.
            for policy in Self.policies {
              guard let core = owner.value else { return }
              let object = probe.object()
              let handle = core.dispatch(
                effect: { send in
                  await send(number)
                  withExtendedLifetime(object) {}
                  await send(number)
                }, id: 1, policy: policy)
              handles.append(handle)
            }
          }
        }
        group.addTask {
          if round.isMultiple(of: 2) { await hop() }
          owner.release()
        }
      }
      owner.release()
    }
    for handle in handles.values { await handle.finished() }
    await cores.falls(to: 0)
    await probe.falls(to: 0)
  }

  @Test func `Queued and debounced effects of a core that is gone never start`() async {
    let started = Log<Int>()
    let cores = LifetimeProbe()
    let clock = TestClock()
    let gate = Gate()
    let owner = Owner(TestCore<Int, Int>.adder(cores.object()))
    let blocker = owner.value!.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: 1)
    await gate.entered()
    let handles = (0..<20).map { number in
      owner.value!.dispatch(
        effect: {
          started.append(number)
          return 1
        }, id: number < 10 ? 1 : number, policy: number < 10 ? .queue : .debounce(.seconds(1)),
        clock: clock)
    }
    await clock.sleepers(10)
    owner.release()
    await cores.falls(to: 0)
    for handle in handles { await handle.finished() }
    #expect(clock.sleepers == 0)
    gate.open()
    await blocker.finished()
    await clock.advance(by: .seconds(5))
    #expect(started.values == [])
  }

  // MARK: From inside

  @Test func `A reduction replaces the effect that it is the action of`() async {
    let core = TestCore<[Int], Int>([]) { core, state, number in
      // As a search does whose text has changed.
      if number < 5 {
        core.dispatch(
          effect: { send in
            await send(number + 1)
            await send(100)
          }, id: 1, policy: .cancelPrevious)
      }
      return state + [number]
    }
    await core.action(0)
    await core.settled()
    #expect(core.currentState == [0, 1, 2, 3, 4, 5, 100])
  }

  @Test func `An effect that replaces itself is cancelled`() async {
    let core = TestCore<[Int], Int>.recorder()
    let cancelled = Log<Bool>()
    let handle = core.dispatch(
      effect: { [weak core] send in
        await send(1)
        core?.dispatch(effect: { 2 }, id: 1, policy: .cancelPrevious)
        cancelled.append(Task.isCancelled)
        await send(3)
      }, id: 1)
    await handle.finished()
    await core.settled()
    #expect(core.currentState == [1, 2])
    #expect(cancelled.values == [true])
  }

  @Test func `Reductions cancel effects by id, all of them, and by handle`() async {
    let gate = Gate()
    let handles = Log<EffectHandle>()
    let core = TestCore<[Int], Int>([]) { core, state, number in
      switch number {
      case 1: core.cancelEffect(id: 1)
      case 2: handles.values[2].cancel()
      case 3: core.cancelAllEffects()
      default: break
      }
      return state + [core.effects.count(where: \.isCancelled)]
    }
    for id in 0..<5 {
      handles.append(
        core.dispatch(
          effect: {
            await gate.pass()
            return 9
          }, id: id))
    }
    await gate.entered(5)
    await core(1, 2, 3)
    #expect(core.currentState == [1, 2, 5])
    gate.open()
    await core.settled()
    #expect(core.currentState == [1, 2, 5])
  }

  @Test func `handleError may dispatch, also under the id of what failed`() async {
    let core = TestCore<[Int], Int>(
      [],
      onError: { core, _ in
        core.dispatch(effect: { core.currentState.count }, id: 1, policy: .queue)
        core.dispatch(effect: { 7 }, id: 2, policy: .ignoreIfRunning)
      },
      reduce: { _, state, number in
        if number < 0 { throw TestError() }
        return state + [number]
      })
    core.dispatch(effect: { throw TestError() }, id: 1)
    await core.settled()
    await core.action(-1)
    await core.settled()
    #expect(core.currentState.count == 4)
    #expect(core.currentState.count { $0 == 7 } == 2)
  }

  @Test func `A send that is given to a reducer queues there`() async {
    let sends = Log<@Sendable (Int) async -> Void>()
    let core = TestCore<[Int], Int>([]) { _, state, number in
      if number == 1 { await sends.values.first?(2) }
      return state + [number]
    }
    await core.dispatch { send in
      sends.append(send)
      await send(1)
    }.finished()
    await core.settled()
    #expect(core.currentState == [1, 2])
  }

  // MARK: Very many

  /// Fewer under the thread sanitizer, where each costs far more.
  #if COREENGINE_PTHREAD_LOCK
    private static let many = 2_000
    private static let veryMany = 2_000
  #else
    private static let many = 20_000
    private static let veryMany = 100_000
  #endif

  @Test func `An effect that dispatches the next one, 20,000 times`() async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    @Sendable func next(_ left: Int, _ core: TestCore<Int, Int>?, _ object: LifetimeProbe.Object) {
      guard left > 0 else { return }
      core?.dispatch(
        effect: { [weak core] in
          withExtendedLifetime(object) {}
          next(left - 1, core, probe.object())
          return 1
        }, id: 1, policy: left.isMultiple(of: 2) ? .queue : .concurrent)
    }
    next(Self.many, core, probe.object())
    await core.settled()
    #expect(core.currentState == Self.many)
    // Each waits for no more than the one before it.
    #expect(probe.maximum < 100)
    await probe.falls(to: 0)
  }

  @Test func `20,000 effects in one queue run in order`() async {
    let last = Log<Int>()
    let core = TestCore<Int, Int>(0) { _, state, number in
      if number != state { last.append(number) }
      return state + 1
    }
    let gate = Gate()
    for number in 0..<Self.many {
      core.dispatch(
        effect: {
          if number == 0 { await gate.pass() }
          return number
        }, id: 1, policy: .queue)
    }
    await gate.entered()
    #expect(core.effects.count == Self.many)
    gate.open()
    await core.settled()
    #expect(core.currentState == Self.many)
    #expect(last.values == [])
  }

  @Test func `100,000 effects in one queue are cancelled`() async {
    let started = Log<Int>()
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    let blocker = core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: 1)
    await gate.entered()
    var handles: [EffectHandle] = []
    for number in 1...Self.veryMany {
      handles.append(
        core.dispatch(
          effect: {
            started.append(number)
            return 1
          }, id: 1, policy: .queue))
    }
    // Half of them one by one, from the end that is worse for a list.
    for handle in handles.suffix(Self.veryMany / 2).reversed() { handle.cancel() }
    #expect(core.effects.count == Self.veryMany / 2 + 1)
    core.cancelEffect(id: 1)
    #expect(core.effects.map(\.isCancelled) == [true])
    gate.open()
    await blocker.finished()
    await core.settled()
    #expect(core.currentState == 0)
    #expect(started.values == [])
  }

  @Test func `100,000 effects that cancel each other take linear time`() async {
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    // Cancelled, they live on.
    for _ in 0..<Self.veryMany {
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
