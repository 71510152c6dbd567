internal import CoreEngineKernel

/// One effect of a core, from its dispatch to its end: the shell around its task.
///
/// | phase     | means                                                 | next                 |
/// |-----------|-------------------------------------------------------|----------------------|
/// | `waiting` | it stands in a queue, or is debounced                 | `running`, `stopped` |
/// | `running` | its work has begun, or is about to be tried again     | `over`, `stopped`    |
/// | `over`    | its work has returned, or has failed for the last time | `stopped`            |
/// | `stopped` | it was cancelled, or its deadline has passed          |                      |
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
    /// `nil` once its task has taken it over, or it has ended.
    var plan: Plan?
    var task: Task<Void, Never>?
    var isStopped = false
    var hasEnded = false
    var parked = ParkingLot<UnsafeContinuation<Void, Never>>()
  }

  private static var waiting: UInt { 0 }
  private static var running: UInt { 1 }
  private static var over: UInt { 2 }
  private static var stopped: UInt { 3 }

  @usableFromInline let id: (any Hashable & Sendable)?
  let since: ContinuousClock.Instant

  private let mailbox: AnyMailbox
  private let phase = AtomicWord(AnyEffect.waiting)
  private let guarded: Locked<Guarded>

  @exclusivity(unchecked)
  var place = EffectTable<AnyEffect>.Place(index: -1, number: -1)

  init(id: (any Hashable & Sendable)?, mailbox: AnyMailbox, plan: Plan) {
    self.id = id
    self.mailbox = mailbox
    since = .now
    guarded = Locked(Guarded(plan: plan))
  }

  /// Whether none of its actions may be reduced any more.
  @usableFromInline
  var isStopped: Bool { phase.load() == Self.stopped }

  var isWaiting: Bool { phase.load() == Self.waiting }

  // MARK: Life

  /// Starts its task.
  func start() {
    // Its task is no part of a reduction that it may be dispatched from: its actions take their turn.
    ReductionScope.leave {
      let task = Task {
        let plan = guarded.withLock { $0.plan.take() }
        if let plan { await run(plan) }
        end()
      }
      let isStopped = guarded.withLock { guarded in
        if !guarded.hasEnded { guarded.task = task }
        return guarded.isStopped
      }
      if isStopped { task.cancel() }
    }
  }

  /// Cancels it, as whoever holds its handle.
  func cancel() {
    mailbox.board.made?.cancel(self)
    // One that has left may still have given its `send` away.
    stop()
  }

  /// Lets none of its actions through any more, and cancels its task.
  ///
  /// - Returns: Whether that kept it from going on.
  @discardableResult
  func stop() -> Bool {
    let last = phase.exchange(Self.stopped)
    if last == Self.stopped { return false }
    let task = guarded.withLock { guarded in
      guarded.isStopped = true
      return guarded.task
    }
    task?.cancel()
    return last != Self.over
  }

  /// Leaves the core: its work is over, or will never begin.
  private func end() {
    if mailbox.board.made?.remove(self) == true { mailbox.resumeSettlers() }
    noteEnd()
  }

  /// Lets go of all that it held, and of those who wait for its end.
  func noteEnd() {
    let (parked, rest) = guarded.withLock { guarded in
      guarded.hasEnded = true
      let rest = (guarded.plan.take(), guarded.task.take())
      return (guarded.parked.takeAll(), rest)
    }
    parked.forEach { $0.resume() }
    withExtendedLifetime(rest) {}
  }

  func finished() async {
    if mailbox.isInsideReduction() { failForWaitInside("finished() of an effect") }
    let ticket = guarded.withLock { guarded in
      guarded.hasEnded ? nil : guarded.parked.reserve()
    }
    guard let ticket else { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isParked = guarded.withLock { $0.parked.park(continuation, ticket) }
        if !isParked { continuation.resume() }
      }
    } onCancel: {
      guarded.withLock { $0.parked.cancel(ticket) }?.resume()
    }
  }

  // MARK: Work

  private func run(_ plan: Plan) async {
    if let delay = plan.delay {
      guard await hasSlept(for: delay, plan.clock) else { return }
    }
    guard phase.replace(Self.waiting, by: Self.running) else { return }
    guard let deadline = plan.deadline else { return await attempt(plan) }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.attempt(plan)
        return false
      }
      group.addTask {
        do { try await plan.clock.sleep(for: deadline) } catch { return false }
        return true
      }
      let isTooLate = await group.next() ?? false
      group.cancelAll()
      // Now, not when the work has ended: it may be what hangs.
      if isTooLate, stop() {
        await plan.report(EffectDeadlineExceeded(id: id, deadline: deadline))
      }
    }
  }

  private func attempt(_ plan: Plan) async {
    var delays = RetryPolicy.Delays(plan.retry)
    while true {
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
    do {
      if delay > .zero { try await clock.sleep(for: delay) }
    } catch {
      return false
    }
    return !isStopped
  }
}
