import Testing

@testable import Counter

@Suite struct CountingTests {
  @Test(arguments: [
    (1, CounterAction.increase, 2),
    (1, .decrease, 0),
    (1, .jump(10), 11),
    (1, .jump(-10), -9),
    (1, .set(-3), -3),
    (.max, .increase, .max),
    (.min, .decrease, .min),
    (2, .jump(.max), .max),
    (-2, .jump(.min), .min),
    (.max, .jump(.min), -1),
  ])
  func `Counts, and stops where Int does`(count: Int, action: CounterAction, next: Int) {
    let state = CounterState(count: count)
    #expect(CounterReducer().reduce(state: state, action: action) == CounterState(count: next))
  }
}
