internal import CoreEngineSupport

/// What an expectation waits with: for news, until there is no use in it any more.
final class Patience: Sendable {
  /// Why there is no use in waiting.
  enum End {
    case timeIsUp
    /// There will be no more: why.
    case isOver(String)
    case cancelled
  }

  private struct State {
    var hasNews = false
    var end: End?
    var waiter: Waiter?
  }

  private let state = Locked(State())

  /// Says that there may be something new.
  func tell() {
    let waiter = state.withLock { state in
      state.hasNews = true
      return state.waiter.take()
    }
    waiter?.wake(true)
  }

  /// Says that there is no use in waiting any more. The first one to do so decides why.
  func end(_ end: End) {
    let waiter = state.withLock { state in
      state.end = state.end ?? end
      return state.waiter.take()
    }
    waiter?.wake(true)
  }

  /// Says so when some time has passed.
  ///
  /// - Returns: The task that waits for that, to be cancelled.
  func end(after limit: Duration, _ clock: any Clock<Duration>) -> Task<Void, Never> {
    Task {
      do { try await clock.sleep(forAnyTime: limit) } catch { return }
      end(.timeIsUp)
    }
  }

  /// Waits until there may be something new.
  ///
  /// - Returns: `nil` then, or why there is no use in waiting any more.
  nonisolated(nonsending) func next() async -> End? {
    while true {
      if Task.isCancelled { return .cancelled }
      let (waiter, end) = state.withLock { state -> (Waiter?, End?) in
        if let end = state.end { return (nil, end) }
        if state.hasNews {
          state.hasNews = false
          return (nil, nil)
        }
        state.waiter = Waiter()
        return (state.waiter, nil)
      }
      if let waiter {
        _ = await waiter.wait()
      } else {
        switch end {
        // Here, since what is waited for may come from the isolation of those who wait.
        case .timeIsUp: await BusyMachine.catchUp()
        // News without an end would keep the limit from its thread.
        case nil: await Task.yield()
        case .isOver, .cancelled: break
        }
        return end
      }
    }
  }
}
