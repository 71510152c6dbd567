import Synchronization

/// Keeps every state until its one consumer takes it.
final class UnboundedMailbox<State: Sendable>: StateMailbox {
  private struct Guarded {
    var states: [State] = []
    /// How many of them have been taken.
    var taken = 0
    var waiter: UnsafeContinuation<State, Never>?

    mutating func pop() -> State? {
      guard taken < states.count else { return nil }
      defer {
        taken += 1
        if taken == states.count {
          states.removeAll(keepingCapacity: true)
          taken = 0
        }
      }
      return states[taken]
    }
  }

  private let guarded = Mutex(Guarded())

  func put(_ state: State) {
    let waiter = guarded.withLock { guarded -> UnsafeContinuation<State, Never>? in
      if let waiter = guarded.waiter.take() { return waiter }
      guarded.states.append(state)
      return nil
    }
    waiter?.resume(returning: state)
  }

  func next() async -> State {
    if let state = guarded.withLock({ $0.pop() }) { return state }
    return await withUnsafeContinuation { waiter in
      let state = guarded.withLock { guarded -> State? in
        if let state = guarded.pop() { return state }
        guarded.waiter = waiter
        return nil
      }
      if let state { waiter.resume(returning: state) }
    }
  }
}
