import CoreEngineAsync
import Dispatch

/// Runs one job at a time, each behind all that came before, for actors and for tasks.
final class QueueExecutor: SerialExecutor, TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "CoreEngine.QueueExecutor")

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  /// Whether the calling code runs on it.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }
}

/// A core on an executor of its own, whose reducer is a closure.
actor QueuedCore<State: CoreState>: AsyncCore {
  let store: AsyncCoreStore<State>
  private let executor: QueueExecutor
  private let body: @Sendable (State, Int) -> State

  init(
    _ initialState: State, on executor: QueueExecutor = QueueExecutor(),
    reduce body: @escaping @Sendable (State, Int) -> State
  ) {
    store = AsyncCoreStore(initialState: initialState)
    self.executor = executor
    self.body = body
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func reduce(state: State, action: Int) async throws -> State { body(state, action) }
}
