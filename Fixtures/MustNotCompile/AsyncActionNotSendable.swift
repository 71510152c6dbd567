// expected: type 'Counter.Action' does not conform to the 'Sendable' protocol
import CoreEngineAsync

actor Counter: AsyncCore {
  #if REFUSED
    final class Action { var step = 1 }
  #else
    struct Action { var step = 1 }
  #endif

  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Action) async throws -> Int { state + action.step }
}
