import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreStatesTests {
  /// Names that the core, its sequences or the standard library have too.
  private struct Named: Equatable, Sendable {
    var map = 1
    var first = 2
    var filter = 3
    var min = 4
    var reduce = 5
    var contains = 6
    var count = 7
    var state = 8
    var action = 9
    var store = 10
    var send = 11
  }

  private let core = TestCore<Int, Int>.adder()

  @Test func `C-DYNAMIC: names that are taken stay within reach`() async {
    var core: TestCore? = TestCore<Named, Int>(Named()) { _, _, number in Named(first: number) }
    #expect(core!.count == 7)
    #expect(core!.map == 1)
    #expect(core!.state == 8)
    #expect(core!.currentState.action == 9)
    #expect(core!.currentState.store == 10)
    #expect(core!.currentState.send == 11)
    #expect(core!.currentState.reduce == 5)
    let states = core!.states
    let firsts = core!.select { $0.first }
    let counts = states.count
    let names = states.state
    let sends = states.send
    let maps = states.map(\.map)
    let filters = core!.select { [$0.filter, $0.min, $0.contains] }
    await core?.action(20)
    core = nil
    #expect(await firsts.all() == [20])
    #expect(await counts.all() == [7])
    #expect(await names.all() == [8])
    #expect(await sends.all() == [11])
    #expect(await maps.all() == [1])
    #expect(await filters.all() == [[3, 4, 6]])
  }

  @Test func `The operators of the standard library apply`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let states = owner.value!.states
    var tens = states.map { $0 * 10 }.filter { $0 > 10 }.prefix(2).makeAsyncIterator()
    var texts = states.dropFirst().compactMap { $0 == 2 ? nil : "\($0)" }.makeAsyncIterator()
    await owner.value?(1, 1, 1)
    owner.release()
    #expect(await tens.rest() == [20, 30])
    #expect(await texts.rest() == ["1", "3"])
    #expect(await states.contains(3))
    #expect(await states.first { $0 > 1 } == 3)
    #expect(await states.reduce(4, +) == 7)
    #expect(await states.min() == 3)
  }

  @Test @MainActor func `A loop on the main actor stays there`() async {
    let gate = Gate()
    gate.open()
    let task = Task {
      var seen: [Int] = []
      for await state in core.states {
        MainActor.assertIsolated()
        seen.append(state)
        await gate.pass()
        if state == 2 { break }
      }
      return seen
    }
    await gate.entered(1)
    core.send(1)
    await gate.entered(2)
    await core.action(1)
    #expect(await task.value == [0, 1, 2])
  }

  @Test @MainActor func `Both kinds of next give the same, on any actor`() async {
    var plain = core.states.makeAsyncIterator()
    var isolated = core.states.makeAsyncIterator()
    await core(1, 2)
    for state in [0, 1, 3] {
      #expect(await plain.next() == state)
      #expect(await isolated.next(isolation: MainActor.shared) == state)
    }
    async let acted: Void = core.action(4)
    #expect(await isolated.next(isolation: MainActor.shared) == 7)
    #expect(await plain.next(isolation: nil) == 7)
    await acted
  }

  @Test(arguments: [StateDelivery.every, .latest])
  func `An iterator stays at its end`(delivery: StateDelivery) async {
    let owner = Owner(TestCore<Int, Int>.adder())
    var states = owner.value!.states(delivery).makeAsyncIterator()
    owner.release()
    #expect(await states.next() == 0)
    for _ in 0..<3 {
      #expect(await states.next() == nil)
      #expect(await states.next(isolation: nil) == nil)
    }
  }

  @Test func `A copy of an iterator goes on by itself`() async {
    var first = core.states.makeAsyncIterator()
    await core(1, 1)
    #expect(await first.next() == 0)
    var second = first
    #expect([await first.next(), await first.next()] == [1, 2])
    #expect([await second.next(), await second.next()] == [1, 2])
  }
}
