import CoreEngineStreams

/// A core that adds to a number.
final class CountingCore: PublisherCore {
  typealias Action = Int
  struct State: Equatable, Sendable { var count = 0 }

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []
  private(set) var errors = 0
  private let onError: (CountingCore, any Error) -> Void

  init(onError: @escaping (CountingCore, any Error) -> Void = { _, _ in }) {
    self.onError = onError
  }

  func reduce(state: State, action: Int) -> State { State(count: state.count + action) }

  func handleError(error: any Error) {
    errors += 1
    onError(self, error)
  }
}

struct Failed: Error, Equatable {}
