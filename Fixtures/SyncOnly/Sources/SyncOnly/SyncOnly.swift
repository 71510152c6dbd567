import CoreEngineSync

final class Counter: Core {
  enum Action { case increase, decrease, nest }
  struct State: Equatable, Sendable { var count = 0 }

  var state = State() {
    didSet {
      print("count is \(state.count)")
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
  var state: [String] = []

  func reduce(into state: inout [String], action: String) { state.append(action) }
}

@main
struct SyncOnly {
  static func main() {
    let counter = Counter()
    if CommandLine.arguments.dropFirst().first == "nest" {
      counter.action(.nest)
    }
    counter.action(.increase)
    counter(.increase, .decrease)
    counter.state.count = 4
    counter(.increase, .decrease)

    let journal = Journal()
    journal("one", "two")
    print("\(journal.count) entries: \(journal.state)")
  }
}
