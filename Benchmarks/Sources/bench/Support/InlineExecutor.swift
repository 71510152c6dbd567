import Synchronization

/// Runs tasks on the thread that waits for them, so that their instructions can be counted.
final class InlineExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs a task, and all that it waits for.
  ///
  /// - Precondition: Nothing of that runs elsewhere, as a detached task would.
  static func run(_ body: @escaping @Sendable () async -> Void) {
    let executor = InlineExecutor()
    let end = Flag()
    Task(executorPreference: executor) {
      await body()
      end.isSet.store(true, ordering: .relaxed)
    }
    executor.runJobs()
    check(end.isSet.load(ordering: .relaxed), "a task waits for something that runs elsewhere")
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private func runJobs() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
