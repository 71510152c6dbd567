import CoreEngineKernel
import TestSupport
import Testing

@Suite struct InPlaceReducerTests {
  struct Journal: InPlaceReducer {
    func reduce(into state: inout CountingList, action: Int) { state.append(action) }
  }

  @Test func `Changes the only copy where it is`() {
    let copies = Log<Int>()
    var state = CountingList([1], copies: copies)
    Journal().reduce(into: &state, action: 2)
    #expect(state.values == [1, 2])
    #expect(copies.values == [])
  }

  @Test func `Reduces into a new state for free, and leaves the old one alone`() {
    let copies = Log<Int>()
    let before = CountingList([1], copies: copies)
    let after = Journal().reduce(state: before, action: 2)
    #expect(before.values == [1])
    #expect(after.values == [1, 2])
    #expect(copies.values == [1])
  }

  @Test func `Is a reducer of the same state and action`() {
    let reducer: any Reducer<CountingList, Int> = Journal()
    let after = reducer.reduce(state: CountingList(copies: Log()), action: 7)
    #expect(after.values == [7])
  }

  @Test func `A reduction of its own wins over the free one`() {
    struct Both: InPlaceReducer {
      func reduce(into state: inout Int, action: Int) { state += action }
      func reduce(state: Int, action: Int) -> Int { state + action * 100 }
    }
    func run(_ reducer: some Reducer<Int, Int>) -> Int { reducer.reduce(state: 1, action: 2) }
    #expect(run(Both()) == 201)
  }
}
