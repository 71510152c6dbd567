import CoreEngineStreams

final class Counter: PublisherCore {
  struct Failed: Error {}
  struct State: Equatable, Sendable { var count = 0 }

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: State, action: Int) -> State { State(count: state.count + action) }

  func handleError(error: any Error) { print("error: \(error)") }
}

@main
struct StreamsOnly {
  @MainActor static func main() async {
    let counter = Counter()
    let token = counter.$state.map(\.count).filter { $0 > 0 }.sink { print("count: \($0)") }
    counter(1, 2)
    counter.dispatch(effect: Fail<Int, Counter.Failed>(error: Counter.Failed()))
    counter.dispatch(effect: [10, 20].publisher.flatMap { Just($0) }, id: "numbers")
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    counter.dispatch(effect: numbers)
    source.yield(100)
    for await state in counter.$state.values where state.count > 100 { break }
    token.cancel()
  }
}
