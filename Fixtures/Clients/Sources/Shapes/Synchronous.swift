import CoreEngine

final class Synchronous: Core {
  enum Action { case increase, decrease }
  nonisolated struct State: Equatable, Sendable { var count = 0 }

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

final class InPlace: Core, InPlaceReducer {
  nonisolated struct State: Equatable, Sendable { var entries: [String] = [] }

  var state = State()

  func reduce(into state: inout State, action: String) { state.entries.append(action) }
}
