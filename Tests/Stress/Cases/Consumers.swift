import CoreEngineAsync
import CoreEngineTesting
import Foundation
import TestSupport

extension Case {
  static let missedSubscription = Case(
    "A-SUBMISS", "the only action comes while somebody subscribes"
  ) { (_: inout _) async in
    let rounds = 500
    for _ in 0..<rounds {
      let core = ClosureCore<Int, Int>.adder()
      async let every = core.states.first { $0 == 1 }
      async let latest = core.states(.latest).first { $0 == 1 }
      async let selected = core.select { $0 == 1 }.first { $0 }
      core.send(1)
      let seen = await (every, latest, selected)
      expect(seen == (1, 1, true), "\(seen)")
    }
    return rounds * 3
  }

  static let cancelledBefore = Case(
    "A-PRECANCELLED", "the task of a loop has been cancelled before the loop begins"
  ) { (_: inout _) async in
    let rounds = 200
    let core = ClosureCore<Int, Int>.adder()
    let probe = LifetimeProbe()
    for _ in 0..<rounds {
      let task = Task { [object = probe.object()] in
        withUnsafeCurrentTask { $0?.cancel() }
        let seen = await core.states.all() + core.states(.latest).all() + core.select { $0 }.all()
        let transitions = await core.transitions.all()
        withExtendedLifetime(object) {}
        return seen.count + transitions.count
      }
      expect(await task.value == 0, "a cancelled loop got something")
      core.send(1)
    }
    await core.settled()
    await probe.falls(to: 0)
    return rounds
  }

  static let resumedOnce = Case(
    "A-RESUME1", "a value, cancelling and the end race for a loop that waits"
  ) { (random: inout SplitMix) async in
    let rounds = 500
    let probe = LifetimeProbe()
    for _ in 0..<rounds {
      let owner = Owner(ClosureCore<Int, Int>.adder(probe.object()))
      let consumer = Consumer(owner.value!.states(Bool.random(using: &random) ? .every : .latest))
      await consumer.received(1)
      let acts: [@Sendable () -> Void] = [
        { owner.value?.send(1) }, { consumer.cancel() }, { owner.release() },
      ].shuffled(using: &random)
      await withTaskGroup { group in
        for act in acts { group.addTask { act() } }
      }
      let seen = await consumer.end()
      expect([[0], [0, 1]].contains(seen), "\(seen)")
    }
    await probe.falls(to: 0)
    return rounds
  }

  static let parked = Case(
    "A-PARKED", "loops over a quiet core are cancelled, one by one and many at once"
  ) { (random: inout SplitMix) async in
    let loops = 1_000
    let core = ClosureCore<Int, Int>.adder()
    let probe = LifetimeProbe()
    var left = loops
    while left > 0 {
      let consumers = (0..<min(left, Int.random(in: 1...100, using: &random))).map { _ in
        Consumer(
          core.states.map { [object = probe.object()] state in
            withExtendedLifetime(object) { state }
          })
      }
      left -= consumers.count
      for consumer in consumers { await consumer.received(1) }
      for consumer in consumers.shuffled(using: &random) { consumer.cancel() }
      for consumer in consumers {
        let seen = await consumer.end()
        expect(seen == [0], "\(seen)")
      }
    }
    await probe.falls(to: 0)
    return loops
  }

  static let coreGone = Case(
    "A-COREGONE", "a core goes, anywhere, while loops wait for it"
  ) { (random: inout SplitMix) async in
    let cores = 100
    for _ in 0..<cores {
      let probe = LifetimeProbe()
      let owner = Owner(ClosureCore<Int, Int>.adder(probe.object()))
      let states = owner.value!.states
      let consumers = (0..<3).map { _ in Consumer(states) }
      for consumer in consumers { await consumer.received(1) }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: await MainActor.run { owner.release() }
      case 1: Thread.detachNewThread { owner.release() }
      default:
        let seen = await states.map { state in
          owner.release()
          return state
        }.all()
        expect(seen == [0], "\(seen)")
      }
      for consumer in consumers {
        let seen = await consumer.end()
        expect(seen == [0], "\(seen)")
      }
      await probe.falls(to: 0)
    }
    return cores
  }
}
