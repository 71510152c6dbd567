import TestSupport

@testable import CoreEngineAsync

/// Runs tasks on the thread that asks for it, one step at a time; who goes on is for the chooser.
///
/// It does for the bytes of a fuzzer what `withInterleavings` does for seeds, without a thread of its own.
// Safe: only ever used by the thread that fuzzes, on which all of its tasks run.
final class Stepper: TaskExecutor, TaskStarter, @unchecked Sendable {
  private let chooser: any Chooser
  private var ready: [UnownedJob] = []
  private(set) var steps = 0

  init(_ chooser: any Chooser) { self.chooser = chooser }

  func enqueue(_ job: consuming ExecutorJob) { ready.append(UnownedJob(job)) }

  func startDetached(_ work: @escaping @Sendable () async -> Void) {
    Task.detached(executorPreference: self) { [self] in
      await OwnTask.starter.withValue(self) { await work() }
    }
  }

  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self, operation: work)
  }

  /// Runs one step.
  ///
  /// - Returns: `false` if nobody can go on.
  func step() -> Bool {
    if ready.isEmpty { return false }
    steps += 1
    let job = ready.remove(at: ready.count == 1 ? 0 : chooser.choose(ready.count))
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}
