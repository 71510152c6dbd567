// E-SETRACE: a core takes its effects in one isolation domain.
// expected: passing closure as a 'sending' parameter risks causing data races
import CoreEngineStreams

final class Counter: PublisherCore {
  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Int) -> Int { state + action }
}

func dispatch() async {
  let core = Counter()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<8 {
      #if REFUSED
        group.addTask { core.dispatch(effect: Just(1)) }
      #else
        core.dispatch(effect: Just(1))
      #endif
    }
  }
}
