internal import CoreEngineSupport

/// One effect of a core, from its dispatch to its end: the shell around its task.
///
/// | phase     | means                                                  | next                         |
/// |-----------|--------------------------------------------------------|------------------------------|
/// | `waiting` | it stands in a queue, or is debounced                  | `running`, `over`, `stopped` |
/// | `running` | its work has begun, or is about to be tried again      | `over`, `stopped`            |
/// | `over`    | its work has returned, or has failed for the last time | `stopped`                    |
/// | `stopped` | it was cancelled, or its deadline has passed           |                              |
// Safe: `place` is written once, under the lock of the board, before anybody can read it; all else is
// constant, atomic, or behind the lock.
@usableFromInline
final class AnyEffect: @unchecked Sendable {
  /// What it does: hands actions to the core until it is stopped.
  @usableFromInline typealias Work = @Sendable (AnyEffect) async throws -> Void

  /// Hands an error to the core.
  @usableFromInline typealias Report = @Sendable (any Error) async -> Void

  /// All that is needed while it lives.
  @usableFromInline
  struct Plan: Sendable {
    let delay: Duration?
    let retry: RetryPolicy
    let deadline: Duration?
    let clock: any Clock<Duration>
    let work: Work
    let report: Report

    @usableFromInline
    init(
      _ policy: AsyncEffectPolicy, _ retry: RetryPolicy, _ deadline: Duration?,
      _ clock: any Clock<Duration>, _ work: @escaping Work, report: @escaping Report
    ) {
      delay = if case .debounce(let delay) = policy { delay } else { nil }
      self.retry = retry
      self.deadline = deadline
      self.clock = clock
      self.work = work
      self.report = report
      if let delay, delay < .zero {
        failForNegative(delay, "time of debouncing", "dispatch(effect:)")
      }
      if let deadline, deadline < .zero {
        failForNegative(deadline, "deadline", "dispatch(effect:)")
      }
    }
  }

  private struct Guarded: Sendable {
    /// `nil` once it has ended.
    var id: (any Hashable & Sendable)?
    /// `nil` once its task has taken it over, or it has ended.
    var plan: Plan?
    /// Whether it need not wait for others any more.
    var hasTurn = false
    /// Its task, which waits for others.
    var waiter: UnsafeContinuation<Void, Never>?
    var task: Task<Void, Never>?
    var isStopped = false
    var hasEnded = false
    var parked = ParkingLot<UnsafeContinuation<Void, Never>>()
  }

  private static var waiting: UInt { 0 }
  private static var running: UInt { 1 }
  private static var over: UInt { 2 }
  private static var stopped: UInt { 3 }

  let since: ContinuousClock.Instant

  private let mailbox: AnyMailbox
  private let phase = AtomicWord(AnyEffect.waiting)
  private let guarded: Locked<Guarded>

  @exclusivity(unchecked)
  var place = EffectTable<AnyEffect>.Place(index: -1, number: -1)

  init(id: (any Hashable & Sendable)?, mailbox: AnyMailbox, plan: Plan) {
    self.mailbox = mailbox
    since = .now
    guarded = Locked(Guarded(id: id, plan: plan))
  }

  /// What it is called, if it has a name; `nil` once it has ended.
  @usableFromInline
  var id: (any Hashable & Sendable)? { guarded.withLock { $0.id } }

  /// Whether none of its actions may be reduced any more.
  @usableFromInline
  var isStopped: Bool { phase.load() == Self.stopped }

  var isWaiting: Bool { phase.load() == Self.waiting }

  // MARK: Life

  /// Starts its task: that of whoever dispatches it lends it priority and task-local values.
  ///
  /// - Parameter waits: Whether it waits for `giveTurn`.
  func start(waits: Bool) {
    // Its task is no part of a reduction that it may be dispatched from: its actions take their turn.
    ReductionScope.leave {
      let task = OwnTask.start { [self] in
        if waits { await turn() }
        await run()
        end()
      }
      let isStopped = guarded.withLock { guarded in
        if !guarded.hasEnded { guarded.task = task }
        return guarded.isStopped
      }
      if isStopped { task.cancel() }
    }
  }

  private func turn() async {
    await withUnsafeContinuation { continuation in
      let hasTurn = guarded.withLock { guarded in
        if !guarded.hasTurn { guarded.waiter = continuation }
        return guarded.hasTurn
      }
      if hasTurn { continuation.resume() }
    }
  }

  /// Lets it begin: all that it waited for have left.
  func giveTurn() {
    let waiter = guarded.withLock { guarded in
      guarded.hasTurn = true
      return guarded.waiter.take()
    }
    waiter?.resume()
  }

  /// Cancels it, as whoever holds its handle.
  func cancel() {
    mailbox.annex.made?.board.cancel(self)
    // One that has left may still have given its `send` away.
    stop()
  }

  /// Lets none of its actions through any more, and cancels its task.
  func stop() {
    if phase.exchange(Self.stopped) == Self.stopped { return }
    let task = guarded.withLock { guarded in
      guarded.isStopped = true
      return guarded.task
    }
    task?.cancel()
  }

  /// Leaves the core: its work is over, or will never begin.
  private func end() {
    if mailbox.annex.made?.board.remove(self) == true { mailbox.resumeSettlers() }
    noteEnd()
  }

  /// Lets go of all that it held, and of those who wait for its end.
  func noteEnd() {
    giveTurn()
    releaseAll()
    guarded.withLock { $0.parked.takeAll() }.forEach { $0.resume() }
  }

  private func releaseAll() {
    let all = guarded.withLock { guarded in
      guarded.hasEnded = true
      return (guarded.id.take(), guarded.plan.take(), guarded.task.take())
    }
    withExtendedLifetime(all) {}
  }

  func finished() async {
    if mailbox.isInsideReduction() { failForWaitInside("finished() of an effect") }
    let ticket = guarded.withLock { guarded in
      guarded.hasEnded ? nil : guarded.parked.reserve()
    }
    guard let ticket else { return }
    await ParkingLot.wait(
      park: { continuation in guarded.withLock { $0.parked.park(continuation, ticket) } },
      cancel: { guarded.withLock { $0.parked.cancel(ticket) } }, isolation: nil)
  }

  // MARK: Work

  /// What it was made for; when this returns, it holds nothing of it any more.
  private func run() async {
    guard let plan = guarded.withLock({ $0.plan.take() }) else { return }
    if let delay = plan.delay {
      do { try await sleep(for: delay, plan.clock) } catch {
        // Not if it has been cancelled; else the clock has failed, and nobody knows when to start.
        if phase.replace(Self.waiting, by: Self.over) { await plan.report(error) }
        return
      }
    }
    guard phase.replace(Self.waiting, by: Self.running) else { return }
    guard let deadline = plan.deadline else { return await attempt(plan) }
    await withTaskGroup(of: Bool?.self) { group in
      group.addTask {
        await self.attempt(plan)
        return false
      }
      group.addTask {
        // A clock that fails says nothing of the time.
        do { try await plan.clock.sleep(forAnyTime: deadline) } catch { return nil }
        return true
      }
      let isTooLate = await group.first { $0 != nil } == true
      // Before the work learns of it, and ends. The task itself goes on: it has to report.
      let hasExpired = isTooLate && phase.replace(Self.running, by: Self.stopped)
      group.cancelAll()
      // Now, not when the work has ended: it may be what hangs.
      if hasExpired {
        // One that is over as far as policies go, however long the work goes on.
        mailbox.annex.made?.board.cancel(self)
        await plan.report(EffectDeadlineExceeded(id: id, deadline: deadline))
      }
    }
  }

  private func attempt(_ plan: Plan) async {
    var delays = RetryPolicy.Delays(plan.retry)
    // A deadline makes this a task of its own, before whose first step it may have been cancelled.
    while !isStopped {
      do {
        try await plan.work(self)
        _ = phase.replace(Self.running, by: Self.over)
        return
      } catch {
        if isStopped || Task.isCancelled { return }
        if let delay = delays.next(), await hasSlept(for: delay, plan.clock) { continue }
        // Not if it has been cancelled meanwhile.
        if phase.replace(Self.running, by: Self.over) { await plan.report(error) }
        return
      }
    }
  }

  private func hasSlept(for delay: Duration, _ clock: any Clock<Duration>) async -> Bool {
    do { try await sleep(for: delay, clock) } catch { return false }
    return !isStopped
  }

  private func sleep(for delay: Duration, _ clock: any Clock<Duration>) async throws {
    if delay > .zero { try await clock.sleep(forAnyTime: delay) }
  }
}
