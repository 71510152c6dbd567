import CoreEngineKernel
import Testing

@Suite struct ReducerTests {
  struct Doubler: Reducer {
    func reduce(state: Int, action: Bool) -> Int { action ? state * 2 : state }
  }

  func run<R: Reducer>(_ reducer: R, from state: R.State, _ actions: [R.Action]) -> R.State {
    actions.reduce(state) { reducer.reduce(state: $0, action: $1) }
  }

  @Test func `Infers state and action from its function`() {
    #expect(Doubler().reduce(state: 3, action: true) == 6)
    #expect(run(Doubler(), from: 1, [true, false, true]) == 4)
  }

  @Test func `Can be held as an existential of its state and action`() {
    let reducer: any Reducer<Int, Bool> = Doubler()
    #expect(reducer.reduce(state: 5, action: true) == 10)
  }
}
