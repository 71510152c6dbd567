import CoreEngine

actor Asynchronous: AsyncCore {
  nonisolated enum Action: Sendable { case increase, fail }
  nonisolated struct State: Equatable, Sendable { var count = 0 }
  nonisolated struct Failed: Error {}

  let store: AsyncCoreStore<State>
  private(set) var errors = 0

  init(initialState: State) {
    store = .init(initialState: initialState)
  }

  func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .increase: State(count: state.count + 1)
    case .fail: throw Failed()
    }
  }

  func handleError(error: any Error) async { errors += 1 }
}
