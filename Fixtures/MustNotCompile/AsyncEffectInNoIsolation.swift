// T1: an async effect delivers its actions in an isolation, so it needs one.
// expected: call to actor-isolated instance method 'dispatch(effect:isolation:)' in a synchronous nonisolated context
// expected: call to actor-isolated instance method 'publisher(isolation:)' in a synchronous nonisolated context
import CoreEngineStreams

final class Counter: PublisherCore {
  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Int) -> Int { state + action }
}

@MainActor func run(_ numbers: AsyncStream<Int>, in counter: Counter) {
  counter.dispatch(effect: numbers)
  counter.dispatch(effect: { 1 })
  counter.dispatch(effect: numbers.publisher())
}

#if REFUSED
  func runAnywhere(_ numbers: AsyncStream<Int>, in counter: Counter) {
    counter.dispatch(effect: numbers)
    counter.dispatch(effect: { 1 })
    counter.dispatch(effect: numbers.publisher())
  }
#endif
