// expected: type 'Counter.State' does not conform to the 'Sendable' protocol
import CoreEngineSync

final class Counter: Core {
  #if REFUSED
    final class Count: Equatable {
      var value = 0

      static func == (one: Count, other: Count) -> Bool { one === other }
    }
  #else
    struct Count: Equatable { var value = 0 }
  #endif

  struct State: Equatable { var count = Count() }

  var state = State()

  func reduce(state: State, action: Int) -> State { state }
}
