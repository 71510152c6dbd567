import CoreEngine

final class Publishing: PublisherCore {
  enum Action { case increase, set(Int) }
  nonisolated struct State: Equatable, Sendable { var count = 0 }
  struct Failed: Error {}

  @Published var state = State()
  @Published var step = 10
  var subscription: Set<AnyCancellable> = []
  private(set) var errors = 0

  init() {
    dispatch(effect: Just(3).map(Action.set))
  }

  func reduce(state: State, action: Action) -> State {
    var next = state
    switch action {
    case .increase: next.count += 1
    case .set(let count): next.count = count
    }
    return next
  }

  func handleError(error: any Error) { errors += 1 }

  func jump() {
    dispatch(effect: Just(step).map { Action.set($0) })
  }

  func fail() {
    dispatch(effect: Fail<Action, Failed>(error: Failed()))
  }
}
