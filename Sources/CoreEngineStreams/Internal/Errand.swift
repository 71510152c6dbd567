/// What a task does for a subscription, in the isolation that the subscription lives in.
protocol Errand: AnyObject {
  func run(isolation: isolated any Actor) async
}

extension Errand {
  /// Starts a task for this.
  ///
  /// - Parameters:
  ///   - isolation: Where to run; the caller must be there, too.
  ///   - connection: Its end cancels the task.
  func start(in isolation: any Actor, until connection: Connection) {
    requireIsolation(isolation)
    let parcel = Parcel(self)
    // Safe: what it assumes has been required above. In the isolation from its start, so that tasks have
    // their turn in the order in which they started.
    let task = isolation.assumeIsolated { isolation in
      Task { await parcel.run(isolation: isolation) }
    }
    connection.connect(RunningTask(task: task))
  }
}

/// Carries an errand, which is not Sendable, into the task that runs it.
///
/// The task takes it out, so that the errand is released in its isolation and not where the task's
/// closure happens to be.
private final class Parcel: @unchecked Sendable {
  // Safe: written in the isolation, as `start` has checked, before there is a task; then touched by
  // `run` alone, which is isolated there as well. It never leaves the isolation.
  private var errand: (any Errand)?

  init(_ errand: any Errand) { self.errand = errand }

  func run(isolation: isolated any Actor) async {
    await errand.take()?.run(isolation: isolation)
  }
}

private final class RunningTask: Subscription {
  private let task: Task<Void, Never>

  init(task: Task<Void, Never>) {
    self.task = task
  }

  func cancel() { task.cancel() }
}
