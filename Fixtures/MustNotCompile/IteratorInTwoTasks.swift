// C-ITERSEND: the states may be shared, an iteration belongs to one task.
// expected: sending 'iterator' risks causing data races
// expected: sending value of non-Sendable type '() async -> ()' risks causing data races
import CoreEngineAsync

actor Counter: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int { state + action }
}

func shareStates() {
  let states = Counter().states
  Task { for await _ in states {} }
  Task { for await _ in states {} }
}

func shareAnIterator() async {
  var iterator = Counter().states.makeAsyncIterator()
  async let one = iterator.next()
  #if REFUSED
    _ = await iterator.next()
  #endif
  _ = await one
}

func copyAnIterator() {
  let iterator = Counter().select { $0 % 2 }.makeAsyncIterator()
  Task {
    var copy = iterator
    _ = await copy.next()
  }
  #if REFUSED
    Task {
      var copy = iterator
      _ = await copy.next()
    }
  #endif
}
