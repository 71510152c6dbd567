import CoreEngineStreams

final class Counter: PublisherCore {
  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Int) -> Int { state + action }
}

let counter = Counter()
let token = counter.$state.map { $0 * 2 }.removeDuplicates().sink { print($0) }
counter.dispatch(effect: Just(CommandLine.arguments.count))
token.cancel()
