import CoreEngineAsync
import TestSupport
import Testing

/// A6: the new state is always stored; observers hear of it only if it is not equal to the old one.
@Suite(.timeLimit(.minutes(10))) struct A6EqualityContractTests {
  private struct Noted: Equatable, Sendable {
    var count = 0
    var note = ""

    static func == (left: Noted, right: Noted) -> Bool { left.count == right.count }
  }

  private struct Rate: Equatable, Sendable { var rate = Double.nan }

  @Test(arguments: [StateDelivery.every, .latest])
  func `A state that equals the one before is stored and not delivered`(delivery: StateDelivery)
    async
  {
    let core = TestCore<Noted, Noted>(Noted()) { _, _, next in next }
    var states = core.states(delivery).makeAsyncIterator()
    #expect(await states.next()?.note == "")
    await core.action(Noted(count: 0, note: "equal"))
    #expect(core.note == "equal")
    await core.action(Noted(count: 1, note: "differs"))
    #expect(await states.next()?.note == "differs")
    var late = core.states(delivery).makeAsyncIterator()
    await core.action(Noted(count: 1, note: "equal again"))
    #expect(await late.next()?.note == (delivery == .every ? "differs" : "equal again"))
  }

  @Test func `D-ONESHOT: an awaited action returns although its state is not delivered`() async {
    var core: TestCore? = TestCore<Int, Int>.adder()
    let states = core!.states
    var iterator = states.makeAsyncIterator()
    await core?.action(0)
    core = nil
    #expect(await iterator.rest() == [0])
  }

  @Test func `D-NAN: each action on a state that is unequal to itself is delivered once`() async {
    var core: TestCore? = TestCore<Rate, Int>(Rate()) { _, state, _ in state }
    let states = core!.states
    var every = states.makeAsyncIterator()
    var rates = states.rate.makeAsyncIterator()
    var latest = core!.states(.latest).makeAsyncIterator()
    for _ in 0..<1_000 { await core?.action(0) }
    core = nil
    #expect(await every.rest().count == 1_001)
    #expect(await rates.rest().count == 1_001)
    #expect(await latest.rest().count == 1)
  }
}
