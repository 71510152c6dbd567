// expected: type 'Counter.State' does not conform to the 'Sendable' protocol
import CoreEngineAsync

actor Counter: AsyncCore {
  #if REFUSED
    final class Count: Equatable {
      var value = 0

      static func == (one: Count, other: Count) -> Bool { one === other }
    }
  #else
    struct Count: Equatable { var value = 0 }
  #endif

  struct State: Equatable { var count = Count() }

  let store = AsyncCoreStore(initialState: State())

  func reduce(state: State, action: Int) async throws -> State { state }
}
