import CoreEngineAsync
import TestSupport
import Testing

/// One core, many consumers of its states: scenarios of sharing, buffering and leaving out repeats.
@Suite(.timeLimit(.minutes(10))) struct SharingScenarioTests {
  private let core = TestCore<[Int], Int>.recorder()

  @Test(arguments: [StateDelivery.every, .latest])
  func `A consumer that stands still holds up neither the core nor the others`(
    delivery: StateDelivery
  ) async {
    let gate = Gate()
    let standing = Task { [states = core.states(delivery)] in
      var counts: [Int] = []
      for await state in states {
        counts.append(state.count)
        await gate.pass()
        if state.count == 100 { break }
      }
      return counts
    }
    await gate.entered()
    let other = Consumer(core.states(.every))
    await other.received(1)
    for action in 0..<100 { await core.action(action) }
    await other.received(101)
    gate.open()
    #expect(await standing.value == (delivery == .every ? Array(0...100) : [0, 100]))
    other.cancel()
  }

  @Test func `One of several consumers leaves, by cancelling or breaking, and the rest go on`()
    async
  {
    let rest = Consumer(core.states)
    let cancelled = Consumer(core.states)
    let broken = Task { [states = core.states] in
      for await state in states where state.count == 1 { break }
    }
    await rest.received(1)
    await cancelled.received(1)
    await core.action(1)
    await cancelled.received(2)
    await broken.value
    cancelled.cancel()
    _ = await cancelled.end()
    await core.action(2)
    await rest.received(3)
    #expect(rest.values == [[], [1], [1, 2]])
    #expect(cancelled.values == [[], [1]])
    rest.cancel()
  }

  @Test func `With its last consumer gone the core goes on, and the next begins at its state`()
    async
  {
    for round in 1...3 {
      let consumer = Consumer(core.states)
      await consumer.received(1)
      await core.action(round)
      await consumer.received(2)
      consumer.cancel()
      #expect(await consumer.end().last == Array(1...round))
    }
    await core.action(4)
    #expect(await core.states.first { _ in true } == [1, 2, 3, 4])
  }

  @Test func `An error ends nobody's loop, and each listener sees it among the transitions`() async
  {
    let core = TestCore<Int, Int>(0) { _, state, action in
      if action == 2 { throw TestError() }
      return state + action
    }
    var states = core.states.makeAsyncIterator()
    var listeners = [core.transitions.makeAsyncIterator(), core.transitions.makeAsyncIterator()]
    await core(1, 2, 3)
    #expect([await states.next(), await states.next(), await states.next()] == [0, 1, 4])
    for index in listeners.indices {
      var failed: [Bool] = []
      for _ in 0..<3 { failed.append(await listeners[index].next()?.error is TestError) }
      #expect(failed == [false, true, false])
    }
  }

  @Test func `1,000 senders and two consumers, one of which leaves: the other sees every value`()
    async
  {
    let core = TestCore<Int, Int>(0) { _, _, action in action }
    let all = Consumer(core.states)
    let leaving = Consumer(core.states(.latest))
    await all.received(1)
    await withDiscardingTaskGroup { group in
      for number in 1...1_000 { group.addTask { core.send(number) } }
    }
    leaving.cancel()
    _ = await leaving.end()
    await all.received(1_001)
    #expect(all.values.sorted() == Array(0...1_000))
    all.cancel()
  }

  /// Equal if near to each other, so that a row of equal ones may lead far away.
  private struct Near: Equatable, Sendable {
    var value = 0.0

    static func == (one: Near, other: Near) -> Bool { abs(one.value - other.value) < 0.01 }
  }

  @Test func `A state is compared with the one before, a selection with what it delivered`() async {
    let owner = Owner(TestCore<Near, Double>(Near()) { _, _, value in Near(value: value) })
    let counted = Owner(
      TestCore<Counted, Double>(Counted()) { _, state, value in
        Counted(count: state.count + 1, near: Near(value: value))
      })
    var states = owner.value!.states.makeAsyncIterator()
    var selection = counted.value!.states.near.makeAsyncIterator()
    for value in [1, 2.001, 2.005, 2.011, 3, 3] {
      await owner.value?.action(value)
      await counted.value?.action(value)
    }
    owner.release()
    counted.release()
    #expect(await states.rest().map(\.value) == [0, 1, 2.001, 3])
    #expect(await selection.rest().map(\.value) == [0, 1, 2.001, 2.011, 3])
  }

  private struct Counted: Equatable, Sendable {
    var count = 0
    var near = Near()
  }
}
