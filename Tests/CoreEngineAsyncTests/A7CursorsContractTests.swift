import CoreEngineAsync
import TestSupport
import Testing

/// A7: every iteration is independent, begins with the current state and misses none after it.
@Suite(.timeLimit(.minutes(10))) struct A7CursorsContractTests {
  /// A state whose `==` stops at a gate, on a thread of the core's own.
  private struct Stopping: Equatable, Sendable {
    var count = 0
    let gate: ThreadGate

    static func == (left: Stopping, right: Stopping) -> Bool {
      right.gate.pass()
      return left.count == right.count
    }
  }

  private struct Heavy: Equatable, Sendable {
    var number = 0
    let object: LifetimeProbe.Object

    static func == (left: Heavy, right: Heavy) -> Bool { left.number == right.number }
  }

  private func heavyCore(_ probe: LifetimeProbe) -> TestCore<Heavy, Int> {
    TestCore(Heavy(object: probe.object())) { _, _, number in
      Heavy(number: number, object: probe.object())
    }
  }

  @Test func `A-FIRST: an iterator begins with the state it was made at`() async {
    let core = TestCore<Int, Int>.adder()
    let states = core.states
    var early = states.makeAsyncIterator()
    var latest = core.states(.latest).makeAsyncIterator()
    await core(1, 1, 1)
    var late = states.makeAsyncIterator()
    #expect(await late.next() == 3)
    #expect(await latest.next() == 3)
    #expect([await early.next(), await early.next(), await early.next()] == [0, 1, 2])
    #expect(await early.next() == 3)
  }

  @Test func `A-MULTI: iterations over one sequence each get everything, and all end`() async {
    let probe = LifetimeProbe()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let states = core!.states
    let counts = states.map { $0 * 2 }
    let plain = (0..<4).map { _ in Consumer(states) }
    let mapped = (0..<4).map { _ in Consumer(counts) }
    for consumer in plain { await consumer.received(1) }
    for consumer in mapped { await consumer.received(1) }
    for _ in 0..<100 { core?.send(1) }
    core = nil
    for consumer in plain { #expect(await consumer.end() == Array(0...100)) }
    for consumer in mapped { #expect(await consumer.end() == (0...100).map { $0 * 2 }) }
    await probe.falls(to: 0)
  }

  @Test(arguments: [StateDelivery.every, .latest])
  func `A-SUBMISS: the only send, at the moment of subscribing, is never missed`(
    delivery: StateDelivery
  ) async {
    for _ in 0..<1_000 {
      let core = TestCore<Int, Int>.adder()
      async let sum = core.states(delivery).first { $0 == 1 }
      async let selected = core.select(delivery, { $0 == 1 }).first { $0 }
      core.send(1)
      #expect(await sum == 1)
      #expect(await selected == true)
    }
  }

  @Test func `A-SUBMISS: who subscribes while a state is compared gets it next`() async {
    let gate = ThreadGate()
    let core = QueuedCore(Stopping(gate: gate)) { state, number in
      var next = state
      next.count += number
      return next
    }
    core.send(1)
    await gate.entered()
    var states = core.states.makeAsyncIterator()
    var latest = core.states(.latest).makeAsyncIterator()
    #expect(core.count == 0)
    #expect(await latest.next()?.count == 0)
    gate.open()
    #expect(await states.next()?.count == 0)
    #expect(await states.next()?.count == 1)
    #expect(await latest.next()?.count == 1)
  }

  @Test func `A-SLOW: who wants the latest state holds no backlog`() async {
    let probe = LifetimeProbe()
    let core = heavyCore(probe)
    let gate = Gate()
    let slow = Task {
      var seen: [Int] = []
      for await number in core.states(.latest).map(\.number) {
        seen.append(number)
        await gate.pass()
        if number == 10_000 { break }
      }
      return seen
    }
    await gate.entered()
    let quick = Consumer(core.states(.latest).map(\.number).prefix { $0 < 10_000 })
    await quick.received(1)
    for number in 1...10_000 { await core.action(number) }
    let seen = await quick.end()
    #expect(seen == seen.sorted())
    #expect(probe.maximum <= 8)
    gate.open()
    #expect(await slow.value == [0, 10_000])
  }

  @Test func `A-SLOW: who wants every state finds all, and what was read is freed`() async {
    let probe = LifetimeProbe()
    let core = heavyCore(probe)
    var slow: AsyncCoreStates<Heavy>.Iterator? = core.states.makeAsyncIterator()
    for number in 1...1_000 { await core.action(number) }
    #expect(probe.count > 1_000)
    for number in 0...1_000 { #expect(await slow?.next()?.number == number) }
    #expect(probe.count <= 70)
    slow = nil
    await core.action(1_001)
    #expect(probe.count == 1)
  }

  @Test func `An iterator that was dropped, or not used, keeps no state`() async {
    let probe = LifetimeProbe()
    let core = heavyCore(probe)
    let states = core.states
    _ = states.makeAsyncIterator()
    var latest = core.states(.latest).makeAsyncIterator()
    for number in 1...1_000 { await core.action(number) }
    #expect(probe.count == 1)
    #expect(await latest.next()?.number == 1_000)
    #expect(await states.first { _ in true }?.number == 1_000)
  }

  @Test func `What is left of a core that is gone holds its last state only`() async {
    let probe = LifetimeProbe()
    let owner = Owner(heavyCore(probe))
    let states = owner.value!.states
    var iterator = states.makeAsyncIterator()
    for number in 1...100 { await owner.value?.action(number) }
    owner.release()
    #expect(await iterator.rest().count == 101)
    #expect(probe.count <= 65)
    iterator = states.makeAsyncIterator()
    #expect(probe.count == 1)
    #expect(await iterator.rest().map(\.number) == [100])
  }

  @Test func `A core that is gone still delivers: every state, or the latest if unseen`() async {
    var core: TestCore? = TestCore<Int, Int>.adder()
    let every = core!.states
    let latest = core!.states(.latest)
    var backlog = every.makeAsyncIterator()
    var unseen = latest.makeAsyncIterator()
    var seen = latest.makeAsyncIterator()
    await core?(1, 1)
    #expect(await seen.next() == 2)
    core = nil
    #expect(await backlog.rest() == [0, 1, 2])
    #expect(await unseen.rest() == [2])
    #expect(await seen.rest() == [])
    #expect(await every.all() == [2])
    #expect(await latest.all() == [2])
  }
}
