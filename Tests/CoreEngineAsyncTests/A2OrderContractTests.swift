import CoreEngineAsync
import TestSupport
import Testing

/// A2: `send` and `action` share one queue; what one caller hands over first is reduced first.
@Suite(.timeLimit(.minutes(10))) struct A2OrderContractTests {
  private struct Item: Equatable, Sendable {
    var sender: Int
    var number: Int
  }

  /// A core that notes in its log what it reduces, and counts it in its state.
  private func logger(_ log: Log<Item>) -> TestCore<Int, Item> {
    TestCore(0) { _, state, item in
      log.append(item)
      return state + 1
    }
  }

  @Test func `A-ORDER: 1,000 sends of one place keep their order, against rival senders`() async {
    for _ in 0..<20 {
      let log = Log<Item>()
      let core = logger(log)
      let rivals = [TaskPriority.background, .high].enumerated().map { index, priority in
        Task.detached(priority: priority) {
          for number in 0..<100 { core.send(Item(sender: index, number: number)) }
        }
      }
      for number in 0..<1_000 { core.send(Item(sender: 2, number: number)) }
      await core.reaches { $0 == 1_200 }
      for (sender, count) in [100, 100, 1_000].enumerated() {
        #expect(log.values.filter { $0.sender == sender }.map(\.number) == Array(0..<count))
      }
      for rival in rivals { await rival.value }
    }
  }

  @Test func `A-ORDER: sends and awaited actions of one task are reduced as they were written`()
    async
  {
    let core = TestCore<[Int], Int>.recorder()
    for number in 0..<500 {
      if number.isMultiple(of: 3) { await core.action(number) } else { core.send(number) }
    }
    await core(500, 501)
    #expect(core.currentState == Array(0...501))
  }

  @Test func `A-ORDER: each of 8 tasks that send and await keeps its own order`() async {
    let log = Log<Item>()
    let core = logger(log)
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<300 {
            let item = Item(sender: sender, number: number)
            if (number + sender).isMultiple(of: 3) {
              await core.action(item)
            } else {
              core.send(item)
            }
          }
        }
      }
    }
    await core.reaches { $0 == 2_400 }
    for sender in 0..<8 {
      #expect(log.values.filter { $0.sender == sender }.map(\.number) == Array(0..<300))
    }
  }

  @Test func `Effects stand in the same queue as send and action`() async {
    let gate = Gate()
    let core = TestCore<[Int], Int>([]) { _, state, number in
      if number == 0 { await gate.pass() }
      return state + [number]
    }
    core.send(0)
    await gate.entered()
    core.send(1)
    // It hands its action over, and then something is sent from inside of it.
    let handing = Gate()
    handing.open()
    let handle = core.dispatch { send in
      async let first: Void = send(2)
      await handing.pass()
      await first
      await send(4)
    }
    await handing.entered()
    gate.open()
    await handle.finished()
    core.send(5)
    await core.action(6)
    #expect(core.currentState == [0, 1, 2, 4, 5, 6])
  }

  @Test func `A-ORDER: what an effect sends, awaits and hands over keeps its order`() async {
    let core = TestCore<[Int], Int>.recorder()
    await core.dispatch { [weak core] send in
      for number in 0..<500 {
        switch number % 3 {
        case 0: await send(number)
        case 1: core?.send(number)
        default: await core?.action(number)
        }
      }
    }.finished()
    await core.settled()
    #expect(core.currentState == Array(0..<500))
  }

  @Test func `A-ORDER: queued effects act in the order of their dispatch, whoever ends first`()
    async
  {
    let core = TestCore<[Int], Int>.recorder()
    for number in 0..<200 {
      core.dispatch(
        effect: {
          if !number.isMultiple(of: 3) { await hop() }
          return number
        }, id: 1, policy: .queue)
    }
    await core.settled()
    #expect(core.currentState == Array(0..<200))
  }
}
