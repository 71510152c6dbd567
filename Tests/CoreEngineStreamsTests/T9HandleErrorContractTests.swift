import CoreEngineStreams
import Testing

/// T9: what becomes of an error that nobody handles.
@Suite struct T9HandleErrorContractTests {
  final class CarelessCore: PublisherCore {
    typealias Action = Int
    struct State: Equatable, Sendable { var sum = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State { State(sum: state.sum + action) }
  }

  @Test func `Debug builds print one line for each error, release builds none`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let core = CarelessCore()
      core.dispatch(effect: Fail<Int, Failed>(error: Failed(code: 7)))
      core.dispatch(effect: Fail<Int, any Error>(error: Failed(code: 8)))
      core.dispatch(effect: Just(1))
      precondition(core.sum == 1 && core.subscription.isEmpty)
    }
    let lines = result.errorText
      .split(separator: "\n").filter { $0.hasPrefix("CoreEngine:") }
    #if DEBUG
      try #require(lines.count == 2)
      for (line, code) in zip(lines, [7, 8]) {
        #expect(line.contains("CarelessCore"))
        #expect(line.contains("handleError(error:)"))
        #expect(line.hasSuffix("Failed(code: \(code))"))
      }
    #else
      #expect(lines.isEmpty)
    #endif
  }
}
