// Cores of CoreEngineSync without a runtime: no metadata, no key paths, no errors of any type.
import CoreEngineSync

final class Counter: Core {
  enum Action { case increase, decrease, nest }
  struct State: Equatable, Sendable { var count = 0 }

  var state = State() {
    didSet {
      print("count is", terminator: " ")
      print(state.count)
      if state.count == 5 { action(.increase) }
    }
  }

  func reduce(state: State, action: Action) -> State {
    var next = state
    switch action {
    case .increase: next.count += 1
    case .decrease: next.count -= 1
    case .nest: self.action(.increase)
    }
    return next
  }
}

final class Journal: Core, InPlaceReducer {
  var state: [Int] = []

  func reduce(into state: inout [Int], action: Int) { state.append(action) }
}

func repeats<C: Core>(_ core: C, _ action: C.Action) {
  core.action(action)
  core.action(action)
}

@main
struct Embedded {
  static func main() {
    let counter = Counter()
    #if NESTS
      counter.action(.nest)
    #endif
    counter(.increase, .increase, .decrease)
    counter.state.count = 4
    repeats(counter, .increase)

    let journal = Journal()
    journal(1, 2)
    repeats(journal, 3)
    print("entries:", terminator: " ")
    print(journal.state.count)
  }
}
