import CoreEngineAsync
import TestSupport
import Testing

/// A10: nothing of the user's is called under a lock, and no thread of the pool is held up.
@Suite(.timeLimit(.minutes(10))) struct A10LocksContractTests {
  /// What the user's own code does with the core, wherever it is called from.
  private final class Meddler: Sendable {
    private let core = Locked<TestCore<Meddled, Int>?>(nil)
    let deinits = LifetimeProbe()

    func meddle() {
      guard let core = core.withLock({ $0 }) else { return }
      _ = core.currentState
      _ = core.states.makeAsyncIterator()
      core.send(0)
    }

    func begin(_ core: TestCore<Meddled, Int>) { self.core.withLock { $0 = core } }
    func end() { _ = core.withLock { $0.take() } }
  }

  private struct Meddled: Equatable, Sendable {
    final class Object: Sendable {
      private let meddler: Meddler

      init(_ meddler: Meddler) { self.meddler = meddler }
      deinit { meddler.meddle() }
    }

    let number: Int
    let meddler: Meddler
    let object: Object

    init(_ number: Int, _ meddler: Meddler) {
      self.number = number
      self.meddler = meddler
      object = Object(meddler)
    }

    static func == (left: Meddled, right: Meddled) -> Bool {
      right.meddler.meddle()
      return left.number == right.number
    }

    var property: Int {
      meddler.meddle()
      return number
    }
  }

  @Test func `==, deinit, key paths and transforms may use the core`() async {
    let meddler = Meddler()
    let core = TestCore(Meddled(0, meddler)) { _, state, number in
      number == 0 ? state : Meddled(state.number + number, meddler)
    }
    meddler.begin(core)
    let properties = Consumer(core.states.property.prefix { $0 < 300 })
    let selected = Consumer(
      core.select {
        meddler.meddle()
        return $0.number
      }.prefix { $0 < 300 })
    var unread: AsyncCoreStates<Meddled>.Iterator? = core.states.makeAsyncIterator()
    for number in 1...300 {
      if number.isMultiple(of: 2) { core.send(1) } else { await core.action(1) }
      if number == 200 { unread = nil }
    }
    _ = await (properties.end(), selected.end())
    #expect(core.property == 300)
    #expect(unread == nil)
    meddler.end()
  }

  @Test func `A-CONTLOCK: all on one thread, where each job runs behind others`() async {
    let executor = QueueExecutor()
    await withTaskExecutorPreference(executor) {
      await traffic(TestCore<Int, Int>.adder())
    }
  }

  @Test func `A-CONTLOCK: a core on a serial executor of its own`() async {
    await traffic(QueuedCore(0) { state, number in state + number })
  }

  @Test func `A-CONTLOCK: core, consumers and senders on one serial executor`() async {
    let executor = QueueExecutor()
    let core = QueuedCore(0, on: executor) { state, number in state + number }
    await withTaskExecutorPreference(executor) { await traffic(core) }
  }

  /// Senders, callers, consumers and cancelled consumers, all at once.
  private func traffic<Core: AsyncCore<Int, Int>>(_ core: Core) async {
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let seen = await core.states.all(through: 800)
          #expect(seen == Array((seen.first ?? 0)...800))
        }
        group.addTask {
          let seen = await core.states(.latest).prefix { $0 < 800 }.all()
          #expect(seen == seen.sorted())
        }
        group.addTask {
          for _ in 0..<50 {
            core.send(1)
            await core.action(1)
          }
        }
        group.addTask {
          await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = await core.states.description.all() } }
            group.cancelAll()
          }
        }
      }
    }
    #expect(core.currentState == 800)
  }

  @Test func `A-POOL: 64 consumers and 64 senders on one core`() async {
    let core = TestCore<Int, Int>.adder()
    let total = 64 * 50
    await withTaskGroup { group in
      for index in 0..<64 {
        group.addTask {
          let seen = await core.states.all(through: total)
          #expect(seen == Array((seen.first ?? 0)...total))
        }
        group.addTask {
          for _ in 0..<50 {
            if index.isMultiple(of: 2) { core.send(1) } else { await core.action(1) }
          }
        }
      }
    }
    #expect(core.currentState == total)
  }

  private actor Busy {
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func act(_ core: TestCore<[String], String>, _ action: String, _ started: Gate) async {
      started.open()
      await core.action(action)
    }

    func block(_ gate: ThreadGate) { gate.pass() }
  }

  @Test func `A caller whose actor is busy does not hold up who comes after it`() async {
    let first = Gate()
    let core = TestCore<[String], String>([]) { _, state, action in
      if action == "first" { await first.pass() }
      return state + [action]
    }
    core.send("first")
    await first.entered()
    // It waits for its turn on an actor whose thread stops meanwhile.
    let busy = Busy()
    let gate = ThreadGate()
    let started = Gate()
    let waiting = Task { await busy.act(core, "waiting", started) }
    await started.pass()
    let blocked = Task { await busy.block(gate) }
    await gate.entered()
    core.send("last")
    first.open()
    await core.reaches { $0.count == 3 }
    #expect(core.currentState.sorted() == ["first", "last", "waiting"])
    gate.open()
    await waiting.value
    await blocked.value
  }

  // MARK: Effects

  /// What an id, or what an effect captures, does with the core.
  private final class Nosy: Sendable {
    private let core = Locked<TestCore<Int, Int>?>(nil)
    let calls = Tally()

    func begin(_ core: TestCore<Int, Int>) { self.core.withLock { $0 = core } }
    func end() { _ = core.withLock { $0.take() } }

    func meddle() {
      guard let core = core.withLock({ $0 }) else { return }
      calls.add()
      _ = core.effects
      _ = core.isIdle
      core.cancelEffect(id: "nobody")
      core.dispatch(effect: { 1 }, id: "somebody", policy: .cancelPrevious)
      core.send(1)
    }
  }

  private struct NosyID: Hashable, Sendable {
    final class Object: Sendable {
      private let nosy: Nosy

      init(_ nosy: Nosy) { self.nosy = nosy }
      deinit { nosy.meddle() }
    }

    let number: Int
    let nosy: Nosy
    let object: Object

    init(_ number: Int, _ nosy: Nosy) {
      self.number = number
      self.nosy = nosy
      object = Object(nosy)
    }

    static func == (left: NosyID, right: NosyID) -> Bool {
      right.nosy.meddle()
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      nosy.meddle()
      // They all collide, so that they are compared.
      hasher.combine(1)
    }
  }

  @Test(
    arguments: [.concurrent, .cancelPrevious, .ignoreIfRunning, .queue, .debounce(.zero)]
      as [AsyncEffectPolicy])
  func `hash, == and deinit of ids, and what effects capture, may use the core`(
    policy: AsyncEffectPolicy
  ) async {
    let nosy = Nosy()
    let core = TestCore<Int, Int>.adder()
    nosy.begin(core)
    for number in 0..<100 {
      let handle = core.dispatch(
        effect: { [id = NosyID(9, nosy)] in
          await withTaskCancellationHandler {
            await hop()
            withExtendedLifetime(id) {}
          } onCancel: {
            nosy.meddle()
          }
          if number.isMultiple(of: 4) { await hop() }
          return 1
        }, id: NosyID(number % 3, nosy), policy: policy)
      switch number % 6 {
      case 0: handle.cancel()
      case 1: core.cancelEffect(id: NosyID(number % 3, nosy))
      case 2: await handle.finished()
      case 3: core.cancelAllEffects()
      default: break
      }
    }
    nosy.end()
    await core.settled()
    #expect(nosy.calls.count > 300)
    #expect(core.isIdle)
  }

  @Test func `Cancellation handlers of effects may use the core, also when it goes`() async {
    let weakly = Log<Bool>()
    for way in 0..<4 {
      let owner = Owner(TestCore<Int, Int>.adder())
      let started = Gate()
      started.open()
      let ids = 0..<10
      let handles = ids.map { id in
        owner.value!.dispatch(
          effect: { [weak core = owner.value] send in
            await withTaskCancellationHandler {
              await started.pass()
              await untilCancelled()
            } onCancel: { [weak core] in
              weakly.append(core != nil)
              _ = core?.effects
              core?.cancelEffect(id: 3)
              core?.cancelAllEffects()
              core?.dispatch(effect: { 1 }, id: 3, policy: .queue)
            }
          }, id: id)
      }
      await started.entered(10)
      switch way {
      case 0: owner.value!.cancelAllEffects()
      case 1: for id in ids { owner.value!.cancelEffect(id: id) }
      case 2: for handle in handles { handle.cancel() }
      default: owner.release()
      }
      for handle in handles { await handle.finished() }
      await owner.value?.settled()
    }
    #expect(weakly.values.count(where: { $0 }) == 30)
    #expect(weakly.values.count(where: { !$0 }) == 10)
  }

  @Test func `A-POOL: effects, waiters and listeners on one thread`() async {
    let executor = QueueExecutor()
    let core = QueuedCore(0, on: executor) { state, number in state + number }
    await withTaskExecutorPreference(executor) {
      await withTaskGroup { group in
        for number in 0..<64 {
          group.addTask {
            let handle = core.dispatch(
              effect: { send in for _ in 0..<5 { await send(1) } }, id: number % 4,
              policy: .queue)
            await handle.finished()
          }
          group.addTask { _ = await core.transitions.prefix(1).all() }
          group.addTask { await core.settled() }
        }
        // For listeners who came when all was over.
        group.addTask {
          await core.settled()
          for _ in 0..<20 { await core.action(0) }
        }
        await core.reaches { $0 == 320 }
        await core.settled()
        group.cancelAll()
      }
    }
    #expect(core.currentState == 320)
  }

  /// Waiters that run inside of what resumes them.
  private enum Waiter: CaseIterable {
    case states, latest, settled, finished, action

    func wait(_ core: TestCore<Int, Int>, _ effect: EffectHandle) async {
      switch self {
      case .states: for await state in core.states where state > 0 { return }
      case .latest: for await state in core.states(.latest) where state > 0 { return }
      case .settled: await core.settled()
      case .finished: await effect.finished()
      case .action: await core.action(0)
      }
    }
  }

  @Test(arguments: Waiter.allCases)
  private func `Who runs inside of what resumes it may use the core`(waiter: Waiter) async {
    let (core, effect, gate) = await held()
    let seen = Log<Bool>()
    let task = Task(executorPreference: InlineExecutor()) {
      await waiter.wait(core, effect)
      _ = (core.currentState, core.isIdle, core.effects)
      _ = await core.states.first { _ in true }
      core.cancelEffect(id: 1)
      seen.append(true)
    }
    gate.open()
    await task.value
    await core.settled()
    #expect(seen.count == 1)
    #expect(core.currentState == 1)
  }

  @Test(arguments: Waiter.allCases, [true, false])
  private func `An executor that is handed who was resumed may use the core`(
    waiter: Waiter, cancels: Bool
  ) async {
    let (core, effect, gate) = await held()
    let seen = Log<Bool>()
    let executor = NosyExecutor {
      _ = (core.currentState, core.isIdle, core.effects)
      _ = core.states.makeAsyncIterator()
      core.cancelEffect(id: 1)
      core.send(0)
      seen.append(true)
    }
    let waits = Gate()
    let task = Task(executorPreference: executor) {
      waits.open()
      await waiter.wait(core, effect)
    }
    await waits.pass()
    // Runs behind what opened that gate, which goes on until it waits.
    await Task(executorPreference: executor) {}.value
    let before = seen.count
    if cancels { task.cancel() }
    gate.open()
    await task.value
    await core.settled()
    #expect(seen.count > before)
    #expect(core.currentState == 1)
  }

  /// A core that reduces what an effect sent, for which it waits at a gate.
  private func held() async -> (core: TestCore<Int, Int>, effect: EffectHandle, gate: Gate) {
    let gate = Gate()
    let core = TestCore<Int, Int>(0) { _, state, number in
      if number > 0 { await gate.pass() }
      return state + number
    }
    let effect = core.dispatch(effect: { 1 })
    await gate.entered()
    return (core, effect, gate)
  }

  /// Does something inside of whatever hands it a job, which runs later.
  private final class NosyExecutor: TaskExecutor {
    private let executor = QueueExecutor()
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func enqueue(_ job: consuming ExecutorJob) {
      body()
      executor.enqueue(job)
    }
  }
}
