// T1: a publisher of a core of the main actor stays there.
// expected: non-Sendable type 'Published<Int>.Publisher' of property '$state' cannot exit main actor-isolated context
import CoreEngineStreams

@MainActor final class Counter: @MainActor PublisherCore {
  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Int) -> Int { state + action }
}

@MainActor func watch(_ counter: Counter) {
  Task { counter.$state.sink { print($0) }.cancel() }
}

#if REFUSED
  func watchFromElsewhere(_ counter: Counter) async {
    await counter.$state.sink { print($0) }.cancel()
  }
#endif
