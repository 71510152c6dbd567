import CoreEngineStreams
import TestSupport

extension Publisher where Output: Sendable {
  /// Notes all that arrives, for a test that waits for it.
  func note(
    in log: Log<Event<Output, Failure>>, _ react: @escaping (Output) -> Void = { _ in }
  ) -> AnyCancellable {
    sink {
      log.append(Event($0))
    } receiveValue: { value in
      log.append(.value(value))
      react(value)
    }
  }
}
