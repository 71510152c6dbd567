// What the examples of doc comments in CoreEngineTesting use, and do not declare.

import CoreEngineAsync
import CoreEngineStreams
import CoreEngineTesting

actor Counter: AsyncCore {
  enum Action: Sendable, CustomStringConvertible {
    case increase, load, loaded

    var description: String { self == .increase ? "increase" : "load" }
  }

  struct State: Equatable, Sendable { var count = 0, items = ["tea", "milk", "bread"] }

  let store = AsyncCoreStore(initialState: State())

  func reduce(state: State, action: Action) async throws -> State {
    var next = state
    if action == .increase { next.count += 1 }
    return next
  }
}

struct LostUpdate: Error {
  init(_ count: Int) {}
}

@MainActor final class Cart: @MainActor PublisherCore {
  enum Action { case add(String) }
  struct State: Equatable, Sendable { var items: [String] = [] }

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: State, action: Action) -> State {
    switch action {
    case .add(let item): State(items: state.items + [item])
    }
  }

  func load() { self(.add("tea"), .add("milk"), .add("bread")) }
}

actor Library: AsyncCore {
  struct API: Sendable {
    struct Offline: Error {}

    static let offline = API(books: nil)

    let books: [String]?

    static func stub(books: [String]) -> API { API(books: books) }

    func load() async throws -> [String] {
      guard let books else { throw Offline() }
      return books
    }
  }

  enum Action: Equatable, Sendable { case open, loaded([String]), failed }

  struct State: Equatable, Sendable {
    var isLoading = false, isOffline = false, books: [String] = []
  }

  let store = AsyncCoreStore(initialState: State())
  private let api: API

  init(api: API) { self.api = api }

  func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .open:
      dispatch { [api] send in
        do { await send(.loaded(try await api.load())) } catch { await send(.failed) }
      }
      return State(isLoading: true)
    case .loaded(let books): return State(books: books)
    case .failed: return State(isOffline: true)
    }
  }
}

struct State {
  let count: Int, user: User, items: [Item]
}

extension State: Equatable {}

struct User: Equatable { let name: String }

struct Item: Equatable, Identifiable { let id: Int, title: String }

let core = Counter()
@MainActor let cart = Cart()
let load = AsyncStream<Counter.Action> { nil }
