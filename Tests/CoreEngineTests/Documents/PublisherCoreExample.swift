import CoreEngine

enum PublisherCoreExample {
  class MainCore: PublisherCore {
    var subscription: Set<AnyCancellable> = .init()

    enum Action {
      case increase
      case decrease
      case setNumber(Int)
    }

    struct State: Equatable, Sendable {
      var count = 0
    }

    @Published var state: State = .init()

    private let sessionService = SessionService()

    init() {
      dispatch(effect: sessionService.randomUInt$().map(Action.setNumber))
    }

    func reduce(state: State, action: Action) -> State {
      var newState = state
      switch action {
      case .increase: newState.count += 1
      case .decrease: newState.count -= 1
      case .setNumber(let value): newState.count = value
      }
      return newState
    }

    func handleError(error: Error) {
      handled.append(error)
    }

    private(set) var handled: [Error] = []
  }
}
