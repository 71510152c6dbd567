import CoreEngineStreams

/// A core that notes what it reduces and which errors it gets.
final class TallyCore: PublisherCore {
  enum Action: Equatable { case add(Int), set(Int), other(Int), nothing }

  struct State: Equatable, Sendable {
    var count = 0
    var other = 0
  }

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []
  private(set) var reduced: [Action] = []
  private(set) var errors: [any Error] = []
  private let onError: (TallyCore, any Error) -> Void

  init(onError: @escaping (TallyCore, any Error) -> Void = { _, _ in }) {
    self.onError = onError
  }

  func reduce(state: State, action: Action) -> State {
    reduced.append(action)
    var next = state
    switch action {
    case .add(let number): next.count += number
    case .set(let number): next.count = number
    case .other(let number): next.other = number
    case .nothing: break
    }
    return next
  }

  func handleError(error: any Error) {
    errors.append(error)
    onError(self, error)
  }
}
