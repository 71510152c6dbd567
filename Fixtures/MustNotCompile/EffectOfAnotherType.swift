// E-OVERLOAD: an effect publishes the core's own actions.
// expected: requires that 'Just<String>' conform to 'AsyncSequence'
// expected: requires the types 'Counter.Action' and 'String' be equivalent
import CoreEngineStreams

final class Counter: PublisherCore {
  enum Action { case increase }

  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Action) -> Int { state + 1 }

  func run(words: any Publisher<String, Never>, more: AnyPublisher<String, any Error>) {
    dispatch(effect: Just(.increase))
    dispatch(effect: more.map { _ in .increase })
    #if REFUSED
      dispatch(effect: Just("not an action"))
      dispatch(effect: words)
      dispatch(effect: more)
    #endif
  }
}
