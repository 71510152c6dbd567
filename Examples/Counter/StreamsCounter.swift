import CoreEngineStreams

/// The counter as a `PublisherCore`. Publishers are its effects, and `$state` publishes its state.
final class StreamsCounter: PublisherCore {
  @Published var state = CounterState()
  var subscription: Set<AnyCancellable> = []

  private let show: Show

  init(show: @escaping Show) {
    self.show = show
  }

  func reduce(state: CounterState, action: CounterAction) -> CounterState {
    CounterReducer().reduce(state: state, action: action)
  }

  func handleError(error: any Error) {
    show("failed: \(error)")
  }
}

struct StreamsShowcase: Showcase {
  private let core: StreamsCounter
  private let observer: AnyCancellable

  init(show: @escaping Show) {
    core = StreamsCounter(show: show)
    observer = core.$state.map(\.count).sink { show("\($0)") }
  }

  func apply(_ input: Input) {
    switch input {
    case .action(let action):
      core.action(action)
    case .effect(let number):
      core.dispatch(effect: publisher(of: number).map(CounterAction.set))
    }
  }

  private func publisher(of number: Result<Int, NoAnswer>) -> AnyPublisher<Int, NoAnswer> {
    switch number {
    case .success(let number):
      Just(number).setFailureType(to: NoAnswer.self).eraseToAnyPublisher()
    case .failure(let error):
      Fail(error: error).eraseToAnyPublisher()
    }
  }
}
