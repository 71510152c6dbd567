/// Runs each job at once, inside of whoever hands it over: what resumes a task has it run before the
/// resuming returns.
///
/// Not for a task that is cancelled while it waits: the runtime reads on in the task's records once its
/// cancellation handler has returned, and inside of that the task would have given them up.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
