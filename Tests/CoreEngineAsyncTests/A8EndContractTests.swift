import CoreEngineAsync
import Foundation
import TestSupport
import Testing

@testable import class CoreEngineAsync.AsyncCoreStore
@testable import class CoreEngineAsync.StateStorage

/// A8: cancelling a consumer ends its loop at once, and so does the end of the core.
@Suite(.timeLimit(.minutes(10))) struct A8EndContractTests {
  @Test(arguments: [StateDelivery.every, .latest])
  func `A-PRECANCELLED: the loop of a cancelled task ends at once`(delivery: StateDelivery) async {
    let core = TestCore<Int, Int>.adder()
    var backlog = core.states(delivery).makeAsyncIterator()
    await core.action(1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let states = await core.states(delivery).all()
      let selected = await core.select(delivery, { $0 }).all()
      return states + selected
    }
    #expect(await task.value == [])
    #expect(core.store.storage.parkedCount == 0)
    await core.action(1)
    #expect(await backlog.next() == (delivery == .every ? 0 : 2))
  }

  @Test(arguments: [true, false])
  func `A cancelled iteration ends before its backlog does, and stays at its end`(
    isolated: Bool
  ) async {
    let core = TestCore<Int, Int>.adder()
    let task = Task {
      var states = core.states.makeAsyncIterator()
      await core(1, 1, 1)
      var seen = [await states.next(), await states.next()]
      withUnsafeCurrentTask { $0?.cancel() }
      seen.append(isolated ? await states.next(isolation: nil) : await states.next())
      // Not cancelled, and yet at its end.
      let last = await Task.detached { [states] in
        var states = states
        return await states.next()
      }.value
      return seen + [last]
    }
    #expect(await task.value == [0, 1, nil, nil])
  }

  @Test func `A-RESUME1: value, cancel and end race for one that waits`() async {
    let probe = LifetimeProbe()
    for _ in 0..<3_000 {
      let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
      let consumer = Consumer(owner.value!.states)
      await consumer.received(1)
      await withTaskGroup { group in
        group.addTask { owner.value?.send(1) }
        group.addTask { consumer.cancel() }
        group.addTask { owner.release() }
      }
      #expect([[0], [0, 1]].contains(await consumer.end()))
    }
    await probe.falls(to: 0)
  }

  @Test func `A-PARKED: consumers of a quiet core that are cancelled leave nothing`() async {
    let core = TestCore<Int, Int>.adder()
    let probe = LifetimeProbe()
    for _ in 0..<10_000 {
      let gate = Gate()
      gate.open()
      let object = probe.object()
      let task = Task {
        for await _ in core.states { await gate.pass() }
        withExtendedLifetime(object) {}
      }
      await gate.entered()
      task.cancel()
      await task.value
    }
    await probe.falls(to: 0)
    #expect(core.store.storage.parkedCount == 0)
    #expect(core.store.storage.guarded.withLock { $0.parked?.places.count } == 1)
  }

  @Test func `A-PARKED: so do 500 at once`() async {
    let core = TestCore<Int, Int>.adder()
    let consumers = (0..<500).map { _ in Consumer(core.states) }
    for consumer in consumers { await consumer.received(1) }
    for consumer in consumers { consumer.cancel() }
    for consumer in consumers { #expect(await consumer.end() == [0]) }
    #expect(core.store.storage.parkedCount == 0)
  }

  enum Place: CaseIterable { case mainActor, thread, loopBody }

  @Test(arguments: Place.allCases)
  func `A-COREGONE: loops end wherever the last reference goes away`(place: Place) async {
    let probe = LifetimeProbe()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let states = owner.value!.states
    let consumers = [Consumer(states), Consumer(states), Consumer(states)]
    for consumer in consumers { await consumer.received(1) }
    switch place {
    case .mainActor: await MainActor.run { owner.release() }
    case .thread: Thread.detachNewThread { owner.release() }
    case .loopBody:
      let seen = await states.map { state in
        owner.release()
        return state
      }.all()
      #expect(seen == [0])
    }
    for consumer in consumers { #expect(await consumer.end() == [0]) }
    await probe.falls(to: 0)
  }

  @Test func `A-COREGONE: 200 that wait are all called`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let states = owner.value!.states
    let consumers = (0..<200).map { _ in Consumer(states) }
    for consumer in consumers { await consumer.received(1) }
    await owner.value!.action(1)
    for consumer in consumers { await consumer.received(2) }
    owner.release()
    for consumer in consumers { #expect(await consumer.end() == [0, 1]) }
  }
}
