internal import CoreEngineAsync
internal import CoreEngineKernel
internal import CoreEngineSupport

/// The states of an ``AsyncCore``, read when somebody asks: so that none that has been stored is
/// missing then.
final class StateReading<State: CoreState>: Sendable {
  // Safe: the iterator is used under the lock alone, and holds what is Sendable.
  private struct Guarded: @unchecked Sendable {
    var iterator: AsyncCoreStates<State>.Iterator
    var history: [State] = []
  }

  private let states: AsyncCoreStates<State>
  private let guarded: Locked<Guarded>

  init(_ states: AsyncCoreStates<State>) {
    self.states = states
    guarded = Locked(Guarded(iterator: states.makeAsyncIterator()))
  }

  private var history: [State] {
    let (history, left) = guarded.withLock { guarded in
      let (states, left) = guarded.iterator.available()
      guarded.history += states
      return (guarded.history, left)
    }
    // May be the last to hold a state of the time before.
    withExtendedLifetime(left) {}
    return history
  }

  var source: Source<State> {
    Source(
      history: { self.history },
      watch: { [states] patience in
        let task = Task {
          for await _ in states { patience.tell() }
          if !Task.isCancelled { patience.end(.isOver("the core is gone")) }
        }
        return { task.cancel() }
      })
  }
}
