import CoreEngineAsync
import TestSupport
import Testing

/// One core, many listeners of its transitions.
@Suite(.timeLimit(.minutes(10))) struct TransitionScenarioTests {
  private func actions(
    _ iterator: inout AsyncCoreTransitions<Int, Int>.Iterator
  ) async -> [Int] {
    await iterator.rest().map(\.action)
  }

  @Test func `Each listener gets all from its beginning on, and all end with the core`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let transitions = owner.value!.transitions
    var first = transitions.makeAsyncIterator()
    await owner.value?(1, 2)
    var second = transitions.makeAsyncIterator()
    await owner.value?.action(3)
    owner.release()
    #expect(await actions(&first) == [1, 2, 3])
    #expect(await actions(&second) == [3])
    var late = transitions.makeAsyncIterator()
    #expect(await late.next() == nil)
    #expect(await first.next() == nil)
  }

  @Test func `A listener that leaves takes nothing from the others`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    var staying = owner.value!.transitions.makeAsyncIterator()
    var leaving = owner.value!.transitions.makeAsyncIterator()
    let seen = Log<Int>()
    let loop = Task {
      while let transition = await leaving.next() { seen.append(transition.action) }
    }
    await owner.value?.action(1)
    _ = await seen.values(1)
    loop.cancel()
    await loop.value
    await owner.value?.action(2)
    owner.release()
    #expect(await actions(&staying) == [1, 2])
    #expect(seen.values == [1])
  }

  @Test func `A listener that stands still holds up nobody, and finds everything`() async {
    let gate = Gate()
    let owner = Owner(TestCore<Int, Int>.adder())
    var transitions = owner.value!.transitions.makeAsyncIterator()
    let standing = Task {
      var count = 0
      while let transition = await transitions.next() {
        await gate.pass()
        #expect(transition.stateBefore == count)
        count += 1
      }
      return count
    }
    await owner.value?.action(1)
    await gate.entered()
    for _ in 1..<1_000 { await owner.value?.action(1) }
    owner.release()
    gate.open()
    #expect(await standing.value == 1_000)
  }

  @Test func `A loop over transitions does not keep the core, and ends when it is cancelled`() async
  {
    let probe = LifetimeProbe()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let listening = Consumer(owner.value!.transitions)
    let cancelled = Consumer(owner.value!.transitions)
    cancelled.cancel()
    #expect(await cancelled.end().isEmpty)
    owner.release()
    await probe.falls(to: 0)
    #expect(await listening.end().isEmpty)
  }

  @Test func `Who sent what is told for each entrance`() async {
    let core = TestCore<Int, Int>(0) { core, state, action in
      // From inside a reduction both are sent.
      if action == 1 {
        core.send(10)
        await core.action(11)
      }
      return state + action
    }
    var transitions = core.transitions.makeAsyncIterator()
    await core.action(1)
    await core.settled()
    core.send(2)
    await core.settled()
    await core.dispatch { 3 }.finished()
    await core.dispatch(effect: { await $0(4) }, id: "four").finished()
    await core.dispatch(
      effect: AsyncStream {
        $0.yield(5); $0.finish()
      }, id: 5
    ).finished()
    var causes: [Int: Transition<Int, Int>.Cause] = [:]
    for _ in 0..<7 {
      if let transition = await transitions.next() { causes[transition.action] = transition.cause }
    }
    #expect(
      causes == [
        1: .action, 10: .send, 11: .send, 2: .send, 3: .effect(id: nil), 4: .effect(id: "four"),
        5: .effect(id: 5),
      ])
  }
}
