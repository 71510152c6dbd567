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

/// Its state holds an object that uses the core when it is released.
final class Holder: Core {
  struct State: Equatable, Sendable {
    var number = 0
    var leaving: Leaving?

    static func == (one: State, other: State) -> Bool { one.number == other.number }
  }

  // Safe: all of this stays on one thread.
  final class Leaving: @unchecked Sendable {
    unowned let core: Holder

    init(core: Holder) { self.core = core }

    deinit {
      print("released at \(core.number)")
      if core.number < 10 { core.action(10) }
    }
  }

  var state = State() {
    didSet { print("number is \(state.number)") }
  }

  func reduce(state: State, action: Int) -> State { State(number: state.number + action) }
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

    let holder = Holder()
    holder.state.leaving = Holder.Leaving(core: holder)
    holder(1, 2)
  }
}
