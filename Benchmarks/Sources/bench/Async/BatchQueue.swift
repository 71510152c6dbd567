import Synchronization

/// What a ``BatchQueue`` does with its actions.
protocol BatchReducer: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  func reduce(_ state: State, _ action: Action) async throws -> State
  /// Whether nothing more will come after this state.
  func isLast(_ state: State) -> Bool
}

/// The limit of `send`: a queue under a lock, and one task that takes all of it at once and awaits an
/// async throwing reducer for each action.
actor BatchQueue<Reducer: BatchReducer> {
  private struct Guarded {
    var actions: [Reducer.Action] = []
    var isDraining = false
  }

  private(set) var state: Reducer.State
  private let reducer: Reducer
  private let queue = Mutex(Guarded())
  private let end = Latch(1)

  init(_ state: Reducer.State, _ reducer: Reducer) {
    self.state = state
    self.reducer = reducer
  }

  nonisolated func send(_ action: Reducer.Action) {
    let mustStart = queue.withLock { queue in
      queue.actions.append(action)
      defer { queue.isDraining = true }
      return !queue.isDraining
    }
    if mustStart { Task.detached { await self.drain() } }
  }

  /// Waits for the last state.
  func lastState() async -> Reducer.State {
    await end.wait()
    return state
  }

  private func drain() async {
    var batch: [Reducer.Action] = []
    while true {
      batch.removeAll(keepingCapacity: true)
      queue.withLock { queue in
        swap(&queue.actions, &batch)
        if batch.isEmpty { queue.isDraining = false }
      }
      if batch.isEmpty { return }
      for action in batch {
        do { state = try await reducer.reduce(state, action) } catch { preconditionFailure() }
      }
      if reducer.isLast(state) { end.arrive() }
    }
  }
}
