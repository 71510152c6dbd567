import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AsyncCoreEffectsTests {
  @Test("The action that a closure returns is reduced, and none if it returns nil")
  func closure() async {
    let core = TestCore<[Int], Int>.recorder()
    await core.dispatch(effect: { 1 }).finished()
    await core.dispatch(effect: { nil }).finished()
    await core.dispatch(effect: { () async throws -> Int? in 2 }).finished()
    #expect(core.currentState == [1, 2])
    #expect(core.effects.isEmpty)
    #expect(core.isIdle)
  }

  @Test("The elements of a sequence are reduced in order")
  func sequence() async {
    let core = TestCore<[Int], Int>.recorder()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let handle = core.dispatch(effect: stream.map { $0 * 10 })
    for number in 0..<100 { continuation.yield(number) }
    continuation.finish()
    await handle.finished()
    #expect(core.currentState == (0..<100).map { $0 * 10 })
  }

  @Test("A closure that is handed send may call it many times, and each call waits")
  func send() async {
    let core = TestCore<[Int], Int>.recorder()
    let seen = Log<[Int]>()
    await core.dispatch { [weak core] send in
      for number in 1...3 {
        await send(number)
        if let core { seen.append(core.currentState) }
      }
    }.finished()
    #expect(seen.values == [[1], [1, 2], [1, 2, 3]])
  }

  @Test("An effect that is faster than the core is slowed down, not buffered")
  func backPressure() async {
    let gate = Gate()
    let core = TestCore<[Int], Int>([]) { _, state, action in
      await gate.pass()
      return state + [action]
    }
    let produced = Log<Int>()
    let handle = core.dispatch { send in
      for number in 1...1_000 {
        produced.append(number)
        await send(number)
      }
    }
    await gate.entered()
    #expect(produced.values == [1])
    gate.open()
    await handle.finished()
    #expect(core.currentState == Array(1...1_000))
  }

  @Test("An effect does not keep the core alive, and is cancelled when the core is gone")
  func coreGone() async {
    let probe = LifetimeProbe()
    let cancelled = Gate()
    let started = Gate()
    cancelled.open()
    started.open()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let handle = core?.dispatch { send in
      await started.pass()
      await untilCancelled()
      await cancelled.pass()
      await send(1)
    }
    await started.entered()
    core = nil
    await probe.falls(to: 0)
    await cancelled.entered()
    await handle?.finished()
  }

  @Test("After the last attempt the original error reaches handleError, in its turn")
  func retry() async {
    let errors = Log<TestError>()
    let attempts = Log<Int>()
    let clock = TestClock()
    let core = TestCore<[Int], Int>(
      [],
      onError: { core, error in
        if let error = error as? TestError { errors.append(error) }
        // Inside its turn: queued.
        await core.action(7)
      }, reduce: { _, state, action in state + [action] })
    let handle = core.dispatch(
      effect: {
        attempts.append(attempts.count + 1)
        throw TestError()
      }, retry: .attempts(3, backoff: .exponential(from: .seconds(1))), clock: clock)
    await clock.sleepers(1)
    #expect(attempts.values == [1])
    await clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    #expect(attempts.values == [1, 2])
    #expect(errors.values.isEmpty)
    await clock.advance(by: .seconds(1))
    #expect(attempts.values == [1, 2])
    await clock.advance(by: .seconds(1))
    await handle.finished()
    #expect(attempts.values == [1, 2, 3])
    #expect(errors.values == [TestError()])
    await core.settled()
    #expect(core.currentState == [7])
  }

  @Test("A deadline cancels the effect and is reported, though the work goes on")
  func deadline() async {
    let clock = TestClock()
    let gate = Gate()
    let errors = Log<String>()
    let core = TestCore<[Int], Int>(
      [], onError: { _, error in errors.append("\(error)") },
      reduce: { _, state, action in state + [action] })
    let handle = core.dispatch(
      effect: { send in
        await send(1)
        await gate.pass()
        await send(2)
      }, id: "slow", deadline: .seconds(5), clock: clock)
    await gate.entered()
    await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    #expect(
      await errors.values(1) == [
        #"The effect "slow" had not ended after 5.0 seconds, its deadline, and was cancelled."#
      ])
    #expect(core.effects.map(\.isCancelled) == [true])
    gate.open()
    await handle.finished()
    #expect(core.currentState == [1])
    #expect(errors.count == 1)
    #expect(clock.sleepers == 0)
  }

  @Test("Of debounced effects the last one starts, and the earlier ones never do")
  func debounce() async {
    let clock = TestClock()
    let core = TestCore<[Int], Int>.recorder()
    var handles: [EffectHandle] = []
    for number in 1...3 {
      handles.append(
        core.dispatch(
          effect: { number }, id: "search", policy: .debounce(.milliseconds(300)), clock: clock))
      await clock.sleepers(1)
      await clock.advance(by: .milliseconds(299))
    }
    #expect(core.effects.map(\.isWaiting) == [true])
    await clock.advance(by: .milliseconds(1))
    for handle in handles { await handle.finished() }
    #expect(core.currentState == [3])
  }

  @Test("Queued effects run one after the other")
  func queue() async {
    let core = TestCore<[Int], Int>.recorder()
    let gates = (0..<4).map { _ in Gate() }
    let handles = gates.indices.map { index in
      core.dispatch(
        effect: {
          await gates[index].pass()
          return index
        }, id: "upload", policy: .queue)
    }
    #expect(core.effects.map(\.isWaiting).dropFirst() == [true, true, true])
    handles[2].cancel()
    await handles[2].finished()
    for gate in gates.reversed() { gate.open() }
    for handle in handles { await handle.finished() }
    #expect(core.currentState == [0, 1, 3])
    #expect(core.isIdle)
  }

  @Test("Settling waits for actions and effects, and its limit names what goes on")
  func settling() async throws {
    let clock = TestClock()
    let core = TestCore<[Int], Int>.recorder()
    let gate = Gate()
    core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: "endless")
    let waiting = Task { try await core.settled(timeout: .seconds(2), clock: clock) }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(2))
    let error = await #expect(throws: NotSettled.self) { try await waiting.value }
    #expect(error?.effects.map { $0.id as? String } == ["endless"])
    #expect(error?.isReducing == false)
    gate.open()
    core.send(2)
    await core.settled()
    #expect(core.currentState.sorted() == [1, 2])
    #expect(core.isIdle)
  }

  @Test("Transitions tell what happened, why, and what came of it")
  func transitions() async {
    let core = TestCore<Int, Int>(0) { _, state, action in
      if action < 0 { throw TestError() }
      return state + action
    }
    await core.action(100)
    let consumer = Consumer(core.transitions.prefix(4))
    var iterator = core.transitions.makeAsyncIterator()
    await core.action(1)
    await core.dispatch(effect: { 2 }, id: 5).finished()
    core.send(-1)
    core.send(0)
    var seen: [Transition<Int, Int>] = []
    for _ in 0..<4 { if let next = await iterator.next() { seen.append(next) } }
    #expect(seen.map(\.action) == [1, 2, -1, 0])
    #expect(seen.map(\.stateBefore) == [100, 101, 103, 103])
    #expect(seen.map(\.stateAfter) == [101, 103, 103, 103])
    #expect(seen.map(\.cause) == [.action, .effect(id: 5), .send, .send])
    #expect(seen.map { $0.error is TestError } == [false, false, true, false])
    consumer.cancel()
    _ = await consumer.end()
  }
}

/// Returns once the task is cancelled.
func untilCancelled() async {
  let gate = Gate()
  await withTaskCancellationHandler {
    await gate.pass()
  } onCancel: {
    gate.open()
  }
}
