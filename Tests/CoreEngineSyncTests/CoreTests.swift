import CoreEngineSync
import Testing

@Suite struct CoreTests {
  final class Counter: Core {
    enum Action { case increase, decrease }
    struct State: Equatable, Sendable { var count = 0 }

    var state = State()

    func reduce(state: State, action: Action) -> State {
      var next = state
      switch action {
      case .increase: next.count += 1
      case .decrease: next.count -= 1
      }
      return next
    }
  }

  @Test func `Reduces and stores before it returns`() {
    let counter = Counter()
    counter.action(.increase)
    #expect(counter.state.count == 1)
    #expect(counter.count == 1)
  }
}
