import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreSettlingTests {
  @Test func `An idle core has settled`() async throws {
    let core = TestCore<Int, Int>.adder()
    #expect(core.isIdle)
    await core.settled()
    try await core.settled(timeout: .zero)
    await core.action(1)
    #expect(core.isIdle)
    await core.settled()
  }

  @Test func `A core is not idle while it reduces, handles an error, or has an effect`() async {
    let gates = (reduce: Gate(), handle: Gate(), effect: Gate())
    let core = TestCore<Int, Int>(
      0, onError: { _, _ in await gates.handle.pass() },
      reduce: { _, state, number in
        if number < 0 { throw TestError() }
        if number == 1 { await gates.reduce.pass() }
        return state + number
      })
    core.send(1)
    #expect(!core.isIdle)
    await gates.reduce.entered()
    #expect(!core.isIdle)
    gates.reduce.open()
    await core.settled()
    #expect(core.isIdle)
    core.send(-1)
    await gates.handle.entered()
    #expect(!core.isIdle)
    gates.handle.open()
    await core.settled()
    #expect(core.isIdle)
    let handle = core.dispatch(effect: {
      await gates.effect.pass()
      return nil
    })
    await gates.effect.entered()
    #expect(!core.isIdle)
    handle.cancel()
    // Cancelled, but it still runs.
    #expect(!core.isIdle)
    gates.effect.open()
    await core.settled()
    #expect(core.isIdle)
  }

  @Test func `Everybody who waits is called`() async {
    let gate = Gate()
    let core = TestCore<Int, Int>.adder()
    core.dispatch(effect: {
      await gate.pass()
      return 1
    })
    await gate.entered()
    let waiting = (0..<200).map { _ in
      Task {
        await core.settled()
        return core.currentState
      }
    }
    gate.open()
    for task in waiting { #expect(await task.value == 1) }
  }

  @Test func `Who is cancelled waits no longer, and the others do`() async {
    let gate = Gate()
    let core = TestCore<Int, Int>.adder()
    core.dispatch(effect: {
      await gate.pass()
      return 1
    })
    let staying = Task {
      await core.settled()
      return core.currentState
    }
    for _ in 0..<100 {
      let leaving = Task { await core.settled() }
      let limited = Task { try await core.settled(timeout: .seconds(1), clock: TestClock()) }
      leaving.cancel()
      limited.cancel()
      await leaving.value
      await #expect(throws: CancellationError.self) { try await limited.value }
    }
    #expect(!core.isIdle)
    gate.open()
    #expect(await staying.value == 1)
  }

  @Test func `The limit names a reducer that never returns, and what waits behind it`() async {
    let clock = TestClock()
    let gate = Gate()
    let core = TestCore<Int, Int>(0) { _, state, number in
      if number == 1 { await gate.pass() }
      return state + number
    }
    for number in 1...10 { core.send(number) }
    await gate.entered()
    let caller = Task { await core.action(1) }
    for number in 11...15 { core.send(number) }
    let waiting = Task { try await core.settled(timeout: .seconds(3), clock: clock) }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(3))
    let error = await #expect(throws: NotSettled.self) { try await waiting.value }
    #expect(error?.isReducing == true)
    // The caller may not have got that far.
    #expect(error.map { [14, 15].contains($0.waitingActions) } == true)
    #expect(error?.effects.isEmpty == true)
    #expect(
      error?.description.hasPrefix(
        "TestCore<Int, Int> had not settled after 3.0 seconds: an action is being reduced; actions "
          + "that wait for their turn: 1") == true)
    gate.open()
    await core.settled()
    await caller.value
    #expect(core.currentState == 121)
  }

  @Test func `The limit names effects, whether they run, wait or were cancelled`() async {
    let clock = TestClock()
    let gate = Gate()
    let core = TestCore<Int, Int>.adder()
    let pass: @Sendable () async -> Int? = {
      await gate.pass()
      return nil
    }
    core.dispatch(effect: pass, id: "endless", policy: .queue)
    core.dispatch(effect: pass, id: "endless", policy: .queue)
    let cancelled = core.dispatch(effect: pass)
    await gate.entered(2)
    cancelled.cancel()
    let waiting = Task { try await core.settled(timeout: .seconds(3), clock: clock) }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(3))
    let error = await #expect(throws: NotSettled.self) { try await waiting.value }
    #expect(error?.isReducing == false)
    #expect(error?.waitingActions == 0)
    #expect(error?.effects.map { $0.id as? String } == ["endless", "endless", nil])
    #expect(error?.effects.map(\.isWaiting) == [false, true, false])
    #expect(error?.effects.map(\.isCancelled) == [false, false, true])
    let description = error?.description ?? ""
    #expect(description.contains(#"effects that run: "endless" (for "#))
    #expect(description.contains("waiting), an effect without an id (for "))
    #expect(description.hasSuffix("cancelled)."))
    gate.open()
    await core.settled()
  }

  @Test func `A clock that fails does not end the wait`() async throws {
    let gate = Gate()
    let core = TestCore<Int, Int>.adder()
    core.dispatch(effect: {
      await gate.pass()
      return 1
    })
    let waiting = Task {
      try await core.settled(timeout: .seconds(1), clock: TestClock.Broken(error: TestError()))
      return core.currentState
    }
    await gate.entered()
    let other = Task { await core.settled() }
    gate.open()
    #expect(try await waiting.value == 1)
    await other.value
  }

  @Test func `Waiting does not keep the core alive, and ends with it`() async {
    let probe = LifetimeProbe()
    let gate = Gate()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let started = Gate()
    started.open()
    owner.value!.dispatch { _ in
      await started.pass()
      await untilCancelled()
      await gate.pass()
    }
    await started.entered()
    let waiting = Task { [weak core = owner.value] in await core?.settled() }
    owner.release()
    await probe.falls(to: 0)
    await gate.entered()
    gate.open()
    await waiting.value
  }

  // MARK: Never early, never for ever

  private struct Count: Equatable, Sendable {
    var done = Array(repeating: 0, count: 6)
  }

  /// What a client hands over, all of which leads to one count each.
  private static let perRound = 9

  @Test(arguments: 0..<4)
  func `Who has handed something over and waits finds all of it done`(seed: Int) async {
    let core = TestCore<Count, Int>(Count()) { core, state, client in
      if client.isMultiple(of: 2) { await hop() }
      var state = state
      state.done[client % 6] += 1
      // Sends once more, now and then, from inside.
      if client >= 6 { core.send(client % 6) }
      return state
    }
    await withTaskGroup { group in
      for client in 0..<6 {
        group.addTask {
          for round in 1...20 {
            core.send(client)
            await core.action(client)
            core.send(client + 6)
            core.dispatch(effect: { client })
            core.dispatch(effect: { client }, id: client, policy: .queue)
            core.dispatch { [weak core] send in
              await send(client)
              // An effect of an effect.
              core?.dispatch(effect: { client }, id: client, policy: .queue)
            }
            core.dispatch(effect: { nil }, id: client + 100, policy: .cancelPrevious)
            core.dispatch(effect: { throw TestError() })
            core.send(client)
            if (round + seed).isMultiple(of: 3) {
              let leaving = Task { await core.settled() }
              if round.isMultiple(of: 2) { leaving.cancel() }
              await leaving.value
            }
            await core.settled()
            let done = core.currentState.done[client]
            #expect(done == round * Self.perRound)
          }
        }
      }
    }
    #expect(core.isIdle)
  }

  @Test func `Settling races with the end of the last effect`() async {
    let core = TestCore<Int, Int>.adder()
    for round in 1...1_000 {
      core.dispatch(effect: { 1 })
      async let other: Void = core.settled()
      await core.settled()
      await other
      #expect(core.currentState == round)
    }
  }
}
