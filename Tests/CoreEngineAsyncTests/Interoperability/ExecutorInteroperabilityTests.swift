import CoreEngineAsync
import TestSupport
import Testing

/// Executors of one's own, below the core and below its callers, and other actors.
@Suite(.timeLimit(.minutes(10))) struct ExecutorInteroperabilityTests {
  @globalActor private actor Engine { static let shared = Engine() }

  private let executor = QueueExecutor()

  @Test func `A core on an executor of its own does all there, effects' actions too`() async {
    let elsewhere = Tally()
    let core = QueuedCore([Int](), on: executor) { [executor] state, action in
      if !executor.isCurrent { elsewhere.add() }
      return state + [action]
    }
    var moves = core.transitions.makeAsyncIterator()
    core.send(1)
    await core(2, 3)
    await core.dispatch { 4 }.finished()
    await core.dispatch { send in
      await send(5)
      await send(6)
    }.finished()
    core.dispatch(effect: core.states(.latest).compactMap { $0.count == 6 ? 7 : nil }.prefix(1))
    await core.settled()
    #expect(core.currentState == Array(1...7))
    #expect(elsewhere.count == 0)
    for action in 1...7 { #expect(await moves.next()?.action == action) }
    #expect(core.isIdle)
  }

  @Test func `All at once on it: senders, effects, consumers and who waits for the end`() async {
    let core = QueuedCore(0, on: executor) { $0 + $1 }
    await withDiscardingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask(executorPreference: executor) {
          for _ in 0..<50 {
            core.send(1)
            await core.action(1)
          }
          await core.dispatch { send in for _ in 0..<50 { await send(1) } }.finished()
        }
        group.addTask(executorPreference: executor) {
          for await state in core.states where state == 1_200 { return }
        }
        group.addTask { await core.settled() }
      }
    }
    #expect(core.currentState == 1_200)
  }

  @Test func `A caller who prefers an executor has its actions reduced there`() async {
    let places = Log<Bool>()
    let gate = Gate()
    let core = TestCore<Int, Int>(0) { [executor] _, state, action in
      if action == 1 { await gate.pass() }
      if action != 1 { places.append(executor.isCurrent) }
      return state + action
    }
    await withTaskExecutorPreference(executor) { await core.action(10) }
    core.send(1)
    await gate.entered()
    let waiting = Task(executorPreference: executor) { await core.action(100) }
    gate.open()
    await waiting.value
    await core.dispatch { [executor] send in
      await withTaskExecutorPreference(executor) { await send(1_000) }
    }.finished()
    #expect(core.currentState == 1_111)
    #expect(places.values == [true, true, true])
  }

  @Test func `Who prefers an executor sends, observes and waits as anybody does`() async {
    let core = TestCore<[Int], Int>.recorder()
    let places = Log<Bool>()
    let observing = Task(executorPreference: executor) { [executor] in
      for await state in core.states {
        places.append(executor.isCurrent)
        if state.count == 3 { break }
      }
    }
    await withTaskExecutorPreference(executor) { [executor] in
      core.send(1)
      await core.settled()
      places.append(executor.isCurrent)
      await core.dispatch { 2 }.finished()
      places.append(executor.isCurrent)
      await core.action(3)
      places.append(executor.isCurrent)
    }
    await observing.value
    #expect(core.currentState == [1, 2, 3])
    #expect(places.values.allSatisfy { $0 })
    #expect(places.count >= 4)
  }

  @Test @MainActor func `The main actor comes back to itself`() async {
    let core = TestCore<Int, Int>.adder()
    let seen = Log<Int>()
    core.send(1)
    await core.action(1)
    MainActor.assertIsolated()
    await core.settled()
    MainActor.assertIsolated()
    await core.dispatch { @MainActor in
      MainActor.assertIsolated()
      return 1
    }.finished()
    await core.dispatch { @MainActor send in
      await send(1)
      MainActor.assertIsolated()
      seen.append(core.currentState)
    }.finished()
    MainActor.assertIsolated()
    #expect(seen.values == [4])
  }

  @Test @Engine func `So does a global actor of one's own`() async {
    let core = TestCore<Int, Int>.adder()
    var moves = core.transitions.makeAsyncIterator()
    await core(1, 2)
    Engine.assertIsolated()
    for await state in core.states {
      Engine.assertIsolated()
      #expect(state == 3)
      break
    }
    #expect(await moves.next()?.action == 1)
    Engine.assertIsolated()
    await core.dispatch { @Engine in
      Engine.assertIsolated()
      return 4
    }.finished()
    Engine.assertIsolated()
    #expect(core.currentState == 7)
  }
}
