import CoreEngine

enum AnyCoreExample {
  class MainCore: AnyCore {
    var subscription: Set<AnyCancellable> = .init()

    enum Action {
      case increase
      case decrease
      case jump(Int)
      case setNumber(Int)
    }

    struct State: Equatable, Sendable {
      var count = 0
    }

    @Published var state: State = .init()
    @Published var tenGap: Int = 10

    private let sessionService = SessionService()

    init() {
      dispatch(effect: sessionService.randomUInt$().map(Action.setNumber))
    }

    func reduce(state: State, action: Action) -> State {
      var newState = state

      switch action {
      case .increase:
        newState.count += 1
      case .decrease:
        newState.count -= 1
      case .jump(let value):
        newState.count += value
      case .setNumber(let value):
        newState.count = value
      }
      return newState
    }

    func handleError(error: Error) {
      if let error = error as? MyError {
        handled.append("\(error)")
      } else if let error = error as? APIError {
        handled.append("status \(error.status)")
      }
    }

    func tenJumpAction() {
      self.dispatch(effect: $tenGap.map(Action.jump))
    }

    private(set) var handled: [String] = []
  }
}
