import CoreEngineAsync
import Dispatch
import TestSupport
import Testing

/// An effect in each of its phases, and what may happen to it there.
@Suite(.timeLimit(.minutes(10))) struct EffectPhaseTests {
  private enum Phase: CaseIterable {
    case queued, debounced, running, betweenAttempts, over, stopped, ended
  }

  private enum Input: CaseIterable { case cancel, cancelID, cancelAll, coreGoes, nothing }

  private struct Outcome: Equatable {
    var attempts = 0
    var actions: [Int] = []
    var errors = 0
  }

  /// What comes of it if nobody interferes, and if somebody does.
  private func expected(_ phase: Phase, _ input: Input) -> Outcome {
    switch (phase, input) {
    case (.queued, .nothing), (.running, .nothing): Outcome(attempts: 1, actions: [1])
    case (.debounced, .nothing): Outcome(attempts: 1, actions: [1])
    case (.betweenAttempts, .nothing): Outcome(attempts: 2, actions: [1])
    case (.queued, _), (.debounced, _): Outcome()
    case (.running, _), (.betweenAttempts, _), (.stopped, _): Outcome(attempts: 1)
    // What it threw before is an error.
    case (.over, _): Outcome(attempts: 1, errors: 1)
    case (.ended, _): Outcome(attempts: 1, actions: [1])
    }
  }

  @Test(arguments: Phase.allCases, Input.allCases)
  private func `Each phase and each way to be stopped`(phase: Phase, input: Input) async {
    let clock = TestClock()
    let gates = (blocker: Gate(), work: Gate(), error: Gate())
    let attempts = Log<Int>()
    let errors = Log<Bool>()
    let probe = LifetimeProbe()
    let states = Log<[Int]>()
    let owner = Owner(
      TestCore<[Int], Int>(
        [],
        onError: { _, _ in
          errors.append(true)
          await gates.error.pass()
        },
        reduce: { [object = probe.object()] _, state, action in
          withExtendedLifetime(object) { states.append(state + [action]) }
          return state + [action]
        }))
    if phase == .queued {
      owner.value!.dispatch(
        effect: {
          await gates.blocker.pass()
          return nil
        }, id: 1)
      await gates.blocker.entered()
    }
    let policy: AsyncEffectPolicy =
      phase == .queued ? .queue : phase == .debounced ? .debounce(.seconds(1)) : .concurrent
    let handle = owner.value!.dispatch(
      effect: {
        attempts.append(attempts.count + 1)
        if phase == .betweenAttempts, attempts.count == 1 { throw TestError() }
        if phase == .over { throw TestError() }
        if phase != .ended { await gates.work.pass() }
        return 1
      }, id: 1, policy: policy,
      retry: phase == .betweenAttempts
        ? .attempts(2, backoff: .constant(.seconds(1))) : .never, clock: clock)

    switch phase {
    case .queued: break
    case .debounced, .betweenAttempts: await clock.sleepers(1)
    case .running: await gates.work.entered()
    case .over: await gates.error.entered()
    case .stopped:
      await gates.work.entered()
      handle.cancel()
    case .ended: await handle.finished()
    }

    switch input {
    case .cancel:
      handle.cancel()
      handle.cancel()
    case .cancelID: owner.value!.cancelEffect(id: 1)
    case .cancelAll: owner.value!.cancelAllEffects()
    case .coreGoes:
      owner.release()
      if phase != .over { await probe.falls(to: 0) }
    case .nothing:
      if phase == .debounced || phase == .betweenAttempts {
        await clock.advance(by: .seconds(1))
      }
    }
    if input != .coreGoes, phase != .ended {
      let effects = owner.value!.effects
      let isKnown = input == .cancel && phase == .queued
      #expect(effects.contains { $0.isWaiting } == (phase == .queued && input == .nothing))
      #expect(effects.count <= (phase == .queued && !isKnown ? 2 : 1))
    }
    gates.work.open()
    gates.error.open()
    gates.blocker.open()
    await handle.finished()
    if let core = owner.value {
      await core.settled()
      #expect(core.effects.isEmpty)
    }
    let outcome = Outcome(
      attempts: attempts.count, actions: states.values.last ?? [], errors: errors.count)
    #expect(outcome == expected(phase, input))
    #expect(clock.sleepers == 0)
    owner.release()
    await probe.falls(to: 0)
  }

  @Test func `The deadline counts from the start, not from the dispatch`() async {
    let clock = TestClock()
    let gates = (blocker: Gate(), work: Gate())
    let errors = Log<String>()
    let core = collecting(errors)
    core.dispatch(
      effect: {
        await gates.blocker.pass()
        return nil
      }, id: 1)
    let queued = core.dispatch(
      effect: {
        await gates.work.pass()
        return 1
      }, id: 1, policy: .queue, deadline: .seconds(1), clock: clock)
    let debounced = core.dispatch(
      effect: {
        await gates.work.pass()
        return 2
      }, id: 2, policy: .debounce(.seconds(5)), deadline: .seconds(1), clock: clock)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    // The debounced one works.
    await clock.sleepers(1)
    gates.blocker.open()
    await clock.sleepers(2)
    #expect(errors.values.isEmpty)
    gates.work.open()
    await queued.finished()
    await debounced.finished()
    #expect(core.currentState.sorted() == [1, 2])
    #expect(errors.values.isEmpty)
    #expect(clock.sleepers == 0)
  }

  @Test func `A deadline that passes while an error is handled is none`() async {
    let clock = TestClock()
    let gate = Gate()
    let errors = Log<String>()
    let core = TestCore<[Int], Int>(
      [],
      onError: { _, error in
        errors.append("\(error)")
        await gate.pass()
      }, reduce: { _, state, action in state + [action] })
    let handle = core.dispatch(
      effect: { throw TestError() }, deadline: .seconds(1), clock: clock)
    await gate.entered()
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    gate.open()
    await handle.finished()
    #expect(errors.values == ["TestError()"])
  }

  @Test func `A deadline that passes once the effect was cancelled is none`() async {
    let clock = TestClock()
    let gate = Gate()
    let errors = Log<String>()
    let core = collecting(errors)
    // The clock does not notice that the effect is cancelled; nor does the work.
    let handle = core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, deadline: .seconds(1), clock: TestClock.Deaf(clock: clock))
    await gate.entered()
    await clock.sleepers(1)
    handle.cancel()
    await clock.advance(by: .seconds(1))
    gate.open()
    await handle.finished()
    #expect(errors.values.isEmpty)
    #expect(core.currentState.isEmpty)
  }

  @Test func `An effect whose deadline has passed is none that runs, though its work goes on`()
    async
  {
    let clock = TestClock()
    let gate = Gate()
    let errors = Log<String>()
    let core = collecting(errors)
    let hanging = core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: 1, deadline: .seconds(1), clock: clock)
    await gate.entered()
    await clock.sleepers(1)
    #expect(core.currentState == [])
    await clock.advance(by: .seconds(1))
    _ = await errors.values(1)
    await core.dispatch(effect: { 2 }, id: 1, policy: .ignoreIfRunning).finished()
    #expect(core.currentState == [2])
    gate.open()
    await hanging.finished()
    #expect(core.currentState == [2])
  }

  /// Found by fuzzing: with a deadline, the work is a task of its own, which had yet to begin.
  @Test(arguments: [false, true])
  func `An effect with a deadline that is stopped at its start never begins`(coreGoes: Bool)
    async throws
  {
    try await withInterleavings(seeds: 0..<200) {
      let isStopped = Log<Bool>()
      let late = Log<Bool>()
      let owner = Owner(TestCore<Int, Int>(0) { _, state, _ in state })
      let handle = owner.value!.dispatch(
        effect: {
          if isStopped.count > 0 { late.append(true) }
          return nil
        }, deadline: .seconds(1), clock: TestClock())
      let stopping = OwnTask.start {
        if coreGoes { owner.release() } else { handle.cancel() }
        isStopped.append(true)
      }
      await handle.finished()
      await stopping.value
      if late.count > 0 { throw TestError() }
    }
  }

  @Test func `An action whose core is busy elsewhere when the effect is cancelled is dropped`()
    async
  {
    let executor = HeldExecutor()
    let core = HeldCore(executor)
    executor.hold()
    let handle = core.dispatch(effect: { 1 })
    // It has the turn, and waits for the actor.
    _ = await executor.jobs.values(1)
    handle.cancel()
    executor.goOn()
    await handle.finished()
    await core.action(2)
    #expect(core.currentState == [2])
  }

  /// An executor that a test may hold up.
  private final class HeldExecutor: SerialExecutor {
    /// One for each job that was enqueued.
    let jobs = Log<Bool>()
    private let queue = DispatchQueue(label: "CoreEngine.HeldExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      jobs.append(true)
    }

    func hold() { queue.suspend() }

    func goOn() { queue.resume() }
  }

  private actor HeldCore: AsyncCore {
    let store = AsyncCoreStore<[Int]>(initialState: [])
    private let executor: HeldExecutor

    init(_ executor: HeldExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func reduce(state: [Int], action: Int) async throws -> [Int] { state + [action] }
  }

  @Test func `A clock that fails sets no deadline`() async {
    let errors = Log<String>()
    let core = collecting(errors)
    // Long enough for the group of the deadline to have seen the failure, in most rounds.
    for _ in 0..<100 {
      let handle = core.dispatch(
        effect: {
          for _ in 0..<50 { await Task {}.value }
          try Task.checkCancellation()
          return 1
        }, deadline: .seconds(1), clock: TestClock.Broken(error: TestError()))
      await handle.finished()
    }
    #expect(core.currentState.count == 100)
    #expect(errors.values == [])
  }

  @Test func `A clock that fails instead of debouncing is an error`() async {
    let errors = Log<String>()
    let core = collecting(errors)
    let handle = core.dispatch(
      effect: { 1 }, id: 1, policy: .debounce(.seconds(1)),
      clock: TestClock.Broken(error: TestError()))
    await handle.finished()
    #expect(core.currentState == [])
    #expect(errors.values == ["TestError()"])
  }

  @Test func `A clock that fails between attempts leaves the error of the last one`() async {
    struct WorkError: Error {}
    let errors = Log<String>()
    let attempts = Log<Int>()
    let core = collecting(errors)
    let handle = core.dispatch(
      effect: {
        attempts.append(attempts.values.count + 1)
        throw WorkError()
      }, retry: .attempts(3, backoff: .constant(.seconds(1))),
      clock: TestClock.Broken(error: TestError()))
    await handle.finished()
    #expect(attempts.values == [1])
    #expect(errors.values == ["WorkError()"])
  }

  @Test func `An action that is being reduced when the deadline passes is stored`() async {
    let clock = TestClock()
    let gate = Gate()
    let errors = Log<String>()
    let core = TestCore<[Int], Int>(
      [], onError: { _, error in errors.append("\(error)") },
      reduce: { _, state, action in
        await gate.pass()
        return state + [action]
      })
    let handle = core.dispatch(
      effect: { send in
        await send(1)
        await send(2)
      }, id: "slow", deadline: .seconds(1), clock: clock)
    await gate.entered()
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    gate.open()
    await handle.finished()
    #expect(core.currentState == [1])
    #expect(errors.count == 1)
  }

  @Test func `An effect that is ignored has ended from the start`() async {
    let gate = Gate()
    let core = TestCore<[Int], Int>.recorder()
    let first = core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: 1)
    let second = core.dispatch(effect: { 2 }, id: 1, policy: .ignoreIfRunning)
    await second.finished()
    second.cancel()
    #expect(core.effects.count == 1)
    // The first one only counts as long as it is not cancelled.
    await gate.entered()
    first.cancel()
    await core.dispatch(effect: { 3 }, id: 1, policy: .ignoreIfRunning).finished()
    gate.open()
    await first.finished()
    #expect(core.currentState == [3])
  }

  @Test func `Who waits for the end may be cancelled, which does not cancel the effect`() async {
    let gate = Gate()
    let core = TestCore<[Int], Int>.recorder()
    let handle = core.dispatch(effect: {
      await gate.pass()
      return 1
    })
    await gate.entered()
    let staying = (0..<100).map { _ in Task { await handle.finished() } }
    for _ in 0..<100 {
      let leaving = Task { await handle.finished() }
      leaving.cancel()
      await leaving.value
    }
    #expect(core.effects.map(\.isCancelled) == [false])
    gate.open()
    for task in staying { await task.value }
    #expect(core.currentState == [1])
  }

  @Test func `Ids are equal as in a dictionary, and belong to one core`() async {
    let gate = Gate()
    let cores = (TestCore<[Int], Int>.recorder(), TestCore<[Int], Int>.recorder())
    let pass: @Sendable () async -> Int? = {
      await gate.pass()
      return 1
    }
    let handles = [
      cores.0.dispatch(effect: pass, id: 1), cores.0.dispatch(effect: pass, id: "1"),
      cores.1.dispatch(effect: pass, id: 1),
    ]
    await gate.entered(3)
    cores.0.cancelEffect(id: 1.0)
    #expect(cores.0.effects.map(\.isCancelled) == [true, false])
    #expect(cores.1.effects.map(\.isCancelled) == [false])
    gate.open()
    for handle in handles { await handle.finished() }
    #expect(cores.0.currentState == [1] && cores.1.currentState == [1])
  }

  @Test func `Cancelled between attempts, it makes no further one, though the clock sleeps on`()
    async
  {
    let clock = TestClock()
    let attempts = Log<Int>()
    let errors = Log<Bool>()
    let core = TestCore<Int, Int>(0, onError: { _, _ in errors.append(true) }) { _, state, _ in
      state
    }
    let handle = core.dispatch(
      effect: {
        attempts.append(1)
        throw TestError()
      }, retry: .attempts(3, backoff: .constant(.seconds(1))), clock: TestClock.Deaf(clock: clock))
    await clock.sleepers(1)
    handle.cancel()
    await clock.advance(by: .seconds(1))
    await handle.finished()
    #expect(attempts.count == 1)
    #expect(errors.count == 0)
  }
}

/// A core that keeps all actions, and writes down what goes wrong.
private func collecting(_ errors: Log<String>) -> TestCore<[Int], Int> {
  TestCore(
    [], onError: { _, error in errors.append("\(error)") },
    reduce: { _, state, action in state + [action] })
}
