// What the examples of doc comments in CoreEngineStreams use, and do not declare.

import CoreEngineStreams

@MainActor final class Library: @MainActor PublisherCore {
  enum Action { case loaded([String]), found([String]) }
  struct State: Equatable, Sendable { var name = "", books: [String] = [] }

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: State, action: Action) -> State { state }
}

typealias Action = Library.Action

struct Loader: Sendable {
  func load() async throws -> [String] { [] }
}

@MainActor let core = Library()
@MainActor let search = Empty<[String], Never>()
@MainActor let download = Empty<String, any Error>()
let loader = Loader()
