internal import CoreEngineSupport

/// One task that waits for something, until it comes, or there is no use in waiting any more.
final class Waiter: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case woken(Bool)
  }

  private let state = Locked(State.new)

  /// Ends the wait. The first one to do so decides how.
  func wake(_ hasCome: Bool) {
    let continuation: CheckedContinuation<Bool, Never>? = state.withLock { state in
      defer {
        if case .woken = state {} else { state = .woken(hasCome) }
      }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(returning: hasCome)
  }

  /// Waits until it is woken, or the task is cancelled.
  ///
  /// - Returns: Whether that came which it waited for.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if case .woken(let hasCome) = state { return hasCome }
          state = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      wake(false)
    }
  }
}
