import CoreEngineAsync
import TestSupport
import Testing

/// A1: reductions of one core never overlap, although they suspend.
@Suite(.timeLimit(.minutes(10))) struct A1SerialContractTests {
  private struct Pair: Equatable, Sendable {
    var left = 0
    var right = 0
  }

  @Test(arguments: [true, false])
  func `A-LOSTUPDATE: what comes while a reduction is suspended starts after it`(
    awaitsSecond: Bool
  ) async {
    let gate = Gate()
    let log = Log<String>()
    let core = TestCore<[String], String>([]) { _, state, action in
      log.append("enter \(action)")
      if action == "slow" { await gate.pass() }
      log.append("exit \(action)")
      return state + [action]
    }
    async let slow: Void = core.action("slow")
    await gate.entered()
    let second = Task {
      if awaitsSecond { await core.action("quick") } else { core.send("quick") }
    }
    if !awaitsSecond { await second.value }
    #expect(log.values == ["enter slow"])
    gate.open()
    await slow
    await second.value
    await core.reaches { $0.count == 2 }
    #expect(log.values == ["enter slow", "exit slow", "enter quick", "exit quick"])
    #expect(core.currentState == ["slow", "quick"])
  }

  @Test func `A-LOSTUPDATE: 8 tasks, each with 1,000 actions that suspend, make 8,000`() async {
    let core = TestCore<Int, Int>(0) { _, state, number in
      await hop()
      return state + number
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { await core.action(1) } }
      }
    }
    #expect(core.currentState == 8_000)
  }

  @Test func `A-CONCSEND: 8 tasks send 1,000 each, while others read and iterate`() async {
    let core = TestCore<Pair, Int>(Pair()) { _, state, number in
      Pair(left: state.left + number, right: state.right + number)
    }
    let begun = Log<Bool>()
    let consumers = (0..<3).map { _ in
      Consumer(core.states.left.prefix { $0 < 8_000 }.announced(to: begun))
    }
    _ = await begun.values(3)
    let latest = Consumer(core.states(.latest).prefix { $0.left < 8_000 })
    let torn = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { core.send(1) }
          return 0
        }
      }
      group.addTask {
        var torn = 0
        while core.left < 8_000 {
          let pair = core.currentState
          if pair.left != pair.right { torn += 1 }
          await hop()
        }
        return torn
      }
      return await group.reduce(0, +)
    }
    #expect(torn == 0)
    #expect(core.currentState == Pair(left: 8_000, right: 8_000))
    for consumer in consumers {
      let seen = await consumer.end()
      #expect(seen == Array((seen.first ?? 0)..<8_000))
    }
    let seen = await latest.end().map(\.left)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `Reductions, errors and effects of all kinds never overlap`() async {
    let inside = Log<Int>()
    let overlaps = Log<String>()
    let core = TestCore<Int, Int>(
      0,
      onError: { core, _ in
        inside.append(1)
        let state = core.currentState
        await hop()
        if core.currentState != state { overlaps.append("handleError") }
      },
      reduce: { core, state, number in
        await hop()
        if core.currentState != state { overlaps.append("reduce") }
        if number < 0 { throw TestError() }
        return state + 1
      })
    await withTaskGroup { group in
      for task in 0..<6 {
        group.addTask {
          for number in 0..<60 {
            switch (number + task) % 5 {
            case 0: core.send(1)
            case 1: await core.action(-1)
            case 2: await core.dispatch(effect: { 1 }).finished()
            case 3: core.dispatch(effect: { throw TestError() })
            default:
              core.dispatch { send in
                await withTaskGroup { group in
                  for _ in 0..<3 { group.addTask { await send(1) } }
                }
              }
            }
          }
        }
      }
    }
    await core.settled()
    #expect(overlaps.values == [])
    // Of each five: one send, one closure, three at once; an action and an effect that throw.
    #expect(core.currentState == 6 * 12 * 5)
    #expect(inside.count == 6 * 12 * 2)
  }
}
