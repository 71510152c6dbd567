/// Runs each job at once, inside of whoever hands it over: what resumes a task has it run before the
/// resuming returns.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
