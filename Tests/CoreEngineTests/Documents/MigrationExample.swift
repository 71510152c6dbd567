import CoreEngine

enum MigrationExample {
  // After (v2)
  actor MyCore: AsyncCore {
    let store: AsyncCoreStore<State>

    init(initialState: State) {
      self.store = .init(initialState: initialState)
    }
  }

  static func callSite() -> MyCore {
    // Call site — no await
    let core = MyCore(initialState: .init())
    return core
  }
}

/// What the document leaves out.
extension MigrationExample.MyCore {
  enum Action: Sendable { case rename(String) }

  struct State: Equatable, Sendable { var name = "" }

  func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .rename(let name): State(name: name)
    }
  }
}
