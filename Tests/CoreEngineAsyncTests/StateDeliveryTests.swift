import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct StateDeliveryTests {
  @Test(arguments: [(.every, [0, 1, 2, 3]), (.latest, [3])] as [(StateDelivery, [Int])])
  func `Says what a slow consumer gets`(delivery: StateDelivery, expected: [Int]) async {
    var core: TestCore? = TestCore<Int, Int>.adder()
    var states = core!.states(delivery).makeAsyncIterator()
    var selected = core!.select(delivery) { $0 }.makeAsyncIterator()
    await core?(1, 1, 1)
    core = nil
    #expect(await states.rest() == expected)
    #expect(await selected.rest() == expected)
  }

  @Test func `Every state is what one gets without saying`() async {
    let core = TestCore<Int, Int>.adder()
    var states = core.states.makeAsyncIterator()
    var selected = core.select { $0 }.makeAsyncIterator()
    await core(1, 1)
    #expect([await states.next(), await states.next()] == [0, 1])
    #expect([await selected.next(), await selected.next()] == [0, 1])
  }
}
