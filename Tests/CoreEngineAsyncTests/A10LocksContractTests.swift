import CoreEngineAsync
import TestSupport
import Testing

/// A10: nothing of the user's is called under a lock, and no thread of the pool is held up.
@Suite(.timeLimit(.minutes(1))) struct A10LocksContractTests {
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
          let seen = await core.states.prefix { $0 < 800 }.all()
          #expect(seen == Array((seen.first ?? 0)..<800))
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
          let seen = await core.states.prefix { $0 < total }.all()
          #expect(seen == Array((seen.first ?? 0)..<total))
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
}
