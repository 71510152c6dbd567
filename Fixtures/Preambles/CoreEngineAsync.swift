// What the examples of doc comments in CoreEngineAsync use, and do not declare.

import CoreEngineAsync

actor Library: AsyncCore {
  enum Action: Sendable {
    case load, loaded([String]), found([String])
    case measured(Int), progressed(Double), downloaded
  }

  struct State: Equatable, Sendable { var count = 0, items: [String] = [] }

  let store = AsyncCoreStore(initialState: State())

  func reduce(state: State, action: Action) async throws -> State { state }
}

typealias Action = Library.Action

struct API: Sendable {
  func load() async throws -> [String] { [] }
  func search(_ text: String) async throws -> [String] { [text] }
}

struct Sensor: Sendable {
  let readings = AsyncStream<Int> { nil }
}

let core = Library()
let api = API()
let sensor = Sensor()
let download = AsyncThrowingStream<Double, any Error> { nil }
let text = "Swift"
