import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CostTests {
  private struct State: Equatable, Sendable {
    var whole: Compared
    var property: Compared

    /// Counts on the whole's account only.
    static func == (left: State, right: State) -> Bool {
      left.whole == right.whole && left.property.number == right.property.number
    }
  }

  @Test(arguments: [0, 1, 10, 100])
  func `O-EQCOST: one == of the whole per action, one of a property per subscriber`(
    subscribers: Int
  ) async {
    let whole = Tally()
    let property = Tally()
    var core: TestCore? = TestCore<State, Int>(
      State(whole: Compared(comparisons: whole), property: Compared(comparisons: property))
    ) { _, state, number in
      var next = state
      next.whole.number += 1
      next.property.number += number
      return next
    }
    let states = core!.states
    let iterators = (0..<subscribers).map { _ in
      (states.makeAsyncIterator(), states.property.makeAsyncIterator())
    }
    for number in 0..<100 { await core?.action(number % 2) }
    core = nil
    for var (all, properties) in iterators {
      #expect(await all.rest().count == 101)
      #expect(await properties.rest().count == 51)
    }
    #expect(whole.count == 100)
    #expect(property.count == 100 * subscribers)
  }

  @Test(arguments: [0, 3]) func `O-COW: one copy per action`(subscribers: Int) async {
    let copies = Tally()
    let core = TestCore<Copied, Int>(Copied(copies: copies)) { _, state, number in
      var next = state
      next.append(number)
      return next
    }
    let consumers = (0..<subscribers).map { _ in
      Consumer(core.states.prefix { $0.numbers.count < 100 })
    }
    for consumer in consumers { await consumer.received(1) }
    for number in 0..<50 { await core(number * 2, number * 2 + 1) }
    for consumer in consumers { #expect(await consumer.end().count == 100) }
    #expect(core.numbers == Array(0..<100))
    #expect(copies.count == 100)
  }
}
