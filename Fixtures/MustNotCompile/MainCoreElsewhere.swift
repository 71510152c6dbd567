// S6: a core of the main actor is used there.
// expected: main actor-isolated conformance of 'Counter' to 'Core' cannot be used in nonisolated
import CoreEngineSync

@MainActor final class Counter: @MainActor Core {
  var state = 0

  func reduce(state: Int, action: Int) -> Int { state + action }
}

func count(_ core: Counter) {
  Task { @MainActor in core.action(1) }
  #if REFUSED
    core.action(2)
  #endif
}
