import CoreEngineAsync
import TestSupport

/// What the tests of `TestCore` test: books are loaded by an effect.
actor Library: AsyncCore {
  enum Action: Equatable, Sendable {
    case open
    case loaded([String])
    case borrow(String)
    case close
    case wait
  }

  struct State: Equatable, Sendable {
    var isLoading = false
    var books: [String] = []
    var borrowed = 0
  }

  struct NoSuchBook: Error, Equatable {
    let title: String
  }

  let store = AsyncCoreStore(initialState: State())
  private let load: @Sendable () async throws -> [String]
  private let gate: Gate

  init(gate: Gate = Gate(), load: @escaping @Sendable () async throws -> [String] = { ["Emma"] }) {
    self.gate = gate
    self.load = load
  }

  func reduce(state: State, action: Action) async throws -> State {
    var next = state
    switch action {
    case .open:
      next.isLoading = true
      dispatch(effect: { [load] in .loaded(try await load()) }, id: "load")
    case .loaded(let books):
      next.isLoading = false
      next.books = books
    case .borrow(let title):
      guard let index = state.books.firstIndex(of: title) else { throw NoSuchBook(title: title) }
      next.books.remove(at: index)
      next.borrowed += 1
    case .close:
      cancelAllEffects()
    case .wait:
      await gate.pass()
    }
    return next
  }

  func handleError(error: any Error) async {}
}
