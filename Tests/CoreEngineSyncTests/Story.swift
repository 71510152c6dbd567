import CoreEngineSync

/// A core whose state is the text of the actions so far, and which notes all that happens to it.
final class Story: Core {
  enum Action: Sendable { case a, b, c, nothing }

  struct State: Equatable, Sendable {
    var text = ""
    var count: Int { text.count }
  }

  var state = State() {
    didSet {
      stored.append(state.text)
      observer(state)
    }
  }

  /// Called with each state that is stored.
  var observer: (State) -> Void = { _ in }

  private(set) var reduced: [Action] = []
  private(set) var stored: [String] = []

  func reduce(state: State, action: Action) -> State {
    reduced.append(action)
    return switch action {
    case .a, .b, .c: State(text: state.text + "\(action)")
    case .nothing: state
    }
  }
}
