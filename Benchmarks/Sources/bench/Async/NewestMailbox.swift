import Synchronization

/// Keeps the newest state until its one consumer takes it.
final class NewestMailbox<State: Sendable>: StateMailbox {
  private struct Guarded {
    var state: State?
    var waiter: UnsafeContinuation<State, Never>?
  }

  private let guarded = Mutex(Guarded())

  func put(_ state: State) {
    let waiter = guarded.withLock { guarded -> UnsafeContinuation<State, Never>? in
      if let waiter = guarded.waiter.take() { return waiter }
      guarded.state = state
      return nil
    }
    waiter?.resume(returning: state)
  }

  func next() async -> State {
    if let state = guarded.withLock({ $0.state.take() }) { return state }
    return await withUnsafeContinuation { waiter in
      let state = guarded.withLock { guarded -> State? in
        if let state = guarded.state.take() { return state }
        guarded.waiter = waiter
        return nil
      }
      if let state { waiter.resume(returning: state) }
    }
  }
}
