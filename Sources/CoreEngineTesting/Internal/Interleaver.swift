internal import CoreEngineAsync
internal import CoreEngineSupport

/// Runs one body, and all that it starts, one step at a time; which of the steps that are ready is
/// the next one is up to a seed.
///
/// A step is a job: what a task does between two points at which it may wait or change its
/// executor. No thread waits for a step: whoever finds the executor at rest sets it going.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class Interleaver: TaskExecutor, TaskStarter {
  struct Report: Sendable {
    /// `nil` if the body has ended without an error.
    var reason: InterleavingFailure.Reason?
    var steps = 0
    var stepsFromOutside = 0
  }

  private struct Guarded: Sendable {
    /// Those that can go on, the one that has waited longest first.
    var ready: [UnownedJob] = []
    var choice: Choice
    /// The thread that runs the steps, while one does.
    var thread: ThreadIdentity?
    var isRunning = false
    var hasEnded = false
    /// Whether no more steps are run, since they would never end.
    var isAbandoned = false
    var report = Report()
    var waiter: UnsafeContinuation<Void, Never>?
    var isOver = false
    var watchdog: Task<Void, Never>?
  }

  /// What is endless is never released; kept here, it is no leak to who looks for those.
  private static let abandoned = Locked<[Interleaver]>([])

  private let patience: Duration
  private let limit: Int
  private let guarded: Locked<Guarded>

  /// - Parameters:
  ///   - patience: How long nothing may be ready before the body is taken for stuck.
  ///   - limit: How many steps there may be before the body is taken for endless.
  init(seed: UInt64, patience: Duration, limit: Int) {
    self.patience = patience
    self.limit = limit
    guarded = Locked(Guarded(choice: Choice(seed: seed)))
  }

  /// Runs the body, and then what it left to do.
  func run(_ body: @escaping @Sendable () async throws -> Void) async -> Report {
    let task = OwnTask.starter.withValue(self) {
      Task(executorPreference: self) {
        do { try await body() } catch { self.note(.threw(error)) }
        self.guarded.withLock { $0.hasEnded = true }
      }
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isOver = guarded.withLock { guarded in
          if !guarded.isOver { guarded.waiter = continuation }
          return guarded.isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      task.cancel()
    }
    let report = guarded.withLock { $0.report }
    // One that is stuck may get out of it by that.
    task.cancel()
    return report
  }

  // MARK: Tasks

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = ThreadIdentity.current
    let isIdle = guarded.withLock { guarded in
      guarded.ready.append(job)
      // The first one is the body.
      if guarded.report.steps > 0, guarded.thread != thread { guarded.report.stepsFromOutside += 1 }
      if guarded.isRunning || guarded.isAbandoned { return false }
      guarded.isRunning = true
      return true
    }
    if isIdle { Task.detached { self.runSteps() } }
  }

  func startDetached(_ work: @escaping @Sendable () async -> Void) {
    Task.detached(executorPreference: self) { [self] in
      await OwnTask.starter.withValue(self) { await work() }
    }
  }

  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self, operation: work)
  }

  // MARK: Steps

  private func runSteps() {
    let thread = ThreadIdentity.current
    let executor = asUnownedTaskExecutor()
    guarded.withLock { $0.thread = thread }
    while let job = nextStep() { job.runSynchronously(on: executor) }
  }

  /// Chooses a step.
  ///
  /// - Returns: `nil` if there is none, and nobody runs any more.
  private func nextStep() -> UnownedJob? {
    let job: UnownedJob? = guarded.withLock { guarded in
      if guarded.report.steps == limit, !guarded.ready.isEmpty {
        guarded.isAbandoned = true
        guarded.report.reason = guarded.report.reason ?? .endless(steps: limit)
      }
      if guarded.ready.isEmpty || guarded.isAbandoned {
        guarded.isRunning = false
        guarded.thread = nil
        return nil
      }
      guarded.report.steps += 1
      return guarded.ready.remove(at: guarded.choice.next(of: guarded.ready.count))
    }
    if job == nil { rest() }
    return job
  }

  /// Nothing is ready: all is done, or something has to happen elsewhere.
  private func rest() {
    let (hasEnded, isAbandoned, isWatched) = guarded.withLock { guarded in
      (guarded.hasEnded, guarded.isAbandoned, guarded.watchdog != nil)
    }
    if isAbandoned { Self.abandoned.withLock { $0.append(self) } }
    if hasEnded || isAbandoned { return finish() }
    if isWatched { return }
    let watchdog = Task.detached { await self.watch() }
    let isTooLate = guarded.withLock { guarded in
      guarded.watchdog = watchdog
      return guarded.isOver
    }
    if isTooLate { watchdog.cancel() }
  }

  /// Waits until nothing has happened for too long.
  private func watch() async {
    while true {
      let steps = guarded.withLock { $0.report.steps }
      do { try await ContinuousClock().sleep(forAnyTime: patience) } catch { return }
      await BusyMachine.catchUp()
      let isStuck = guarded.withLock { guarded in
        let isStuck = !guarded.isRunning && !guarded.isOver && guarded.report.steps == steps
        if isStuck, guarded.report.reason == nil { guarded.report.reason = .stuck(patience) }
        return isStuck
      }
      if isStuck { return finish() }
    }
  }

  private func finish() {
    let (waiter, watchdog) = guarded.withLock { guarded in
      guarded.isOver = true
      return (guarded.waiter.take(), guarded.watchdog.take())
    }
    watchdog?.cancel()
    waiter?.resume()
  }

  private func note(_ reason: InterleavingFailure.Reason) {
    guarded.withLock { $0.report.reason = $0.report.reason ?? reason }
  }
}
