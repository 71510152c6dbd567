import CoreEngineStreams

extension Case {
  private static let count = 100_000

  static let flatten = Case(
    "E-FLATTEN", "100,000 publishers that finish at once, one after the other, in six ways"
  ) { (_: inout _) in
    let numbers = (0..<count).publisher.setFailureType(to: Failed.self).eraseToAnyPublisher()
    for limit in [1, 2, Int.max] {
      check(numbers.flatMap(maxPublishers: limit) { Just($0) }.eraseToAnyPublisher())
    }
    check(numbers.map { Just($0) }.switchToLatest().eraseToAnyPublisher())
    check(
      (1..<count).reduce(single(0)) { $0.append(single($1)).eraseToAnyPublisher() })
    check(
      (0..<count - 1).reversed().reduce(single(count - 1)) {
        $0.prepend(single($1)).eraseToAnyPublisher()
      })
    return count * 12
  }

  private static func single(_ number: Int) -> AnyPublisher<Int, Failed> {
    Just(number).setFailureType(to: Failed.self).eraseToAnyPublisher()
  }

  /// Counts what a publisher delivers in order, into a sink and into a core.
  private static func check(_ publisher: AnyPublisher<Int, Failed>) {
    var next = 0
    var isFinished = false
    let token = publisher.sink { completion in
      isFinished = completion == .finished
    } receiveValue: { value in
      expect(value == next, "\(value) instead of \(next)")
      next += 1
    }
    expect(next == count && isFinished, "stopped at \(next)")
    withExtendedLifetime(token) {}
    let core = OrderedCore()
    core.dispatch(effect: publisher)
    expect(core.count == count, "into a core: stopped at \(core.count)")
    expect(core.subscription.isEmpty, "stayed in the core")
  }

  /// Takes each number only when its turn has come.
  private final class OrderedCore: PublisherCore {
    typealias Action = Int
    struct State: Equatable, Sendable { var count = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State {
      State(count: action == state.count ? state.count + 1 : state.count)
    }
  }
}
