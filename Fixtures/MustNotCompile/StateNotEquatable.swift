// expected: possibly intended match 'Counter.State' does not conform to 'Equatable'
import CoreEngineSync

final class Counter: Core {
  #if REFUSED
    struct State: Sendable { var count = 0 }
  #else
    struct State: Equatable, Sendable { var count = 0 }
  #endif

  var state = State()

  func reduce(state: State, action: Int) -> State { State(count: state.count + action) }
}
