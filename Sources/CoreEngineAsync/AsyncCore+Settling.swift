internal import CoreEngineSupport

extension AsyncCore {
  /// Whether the core has nothing to do: no action waits or is being reduced, and no effect is
  /// left.
  public nonisolated var isIdle: Bool {
    store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.isIdle }
  }

  /// Waits until every action that was accepted has been reduced, and every effect has ended, those
  /// too that come of it meanwhile; or until the calling task is cancelled.
  ///
  /// ```swift
  /// core.send(.load)
  /// await core.settled()
  /// print(core.items)
  /// ```
  ///
  /// - Precondition: It is not awaited inside a reduction or `handleError` of this core, which
  ///   would wait for itself: neither in its task, nor in a child of it, nor, while it goes on, in a
  ///   `Task` that it has begun. A `Task.detached` is no part of it. An effect of this core must not
  ///   await it either.
  public nonisolated func settled() async {
    // Not the core: whoever waits does not keep it alive. When it is gone, so is all that it had to do.
    let mailbox = store.mailbox(of: self).takeUnretainedValue()
    if mailbox.isInsideReduction() { failForWaitInside("settled()") }
    await mailbox.settled()
  }

  /// Waits until the core has settled, and says what it is busy with if that takes too long.
  ///
  /// - Parameters:
  ///   - timeout: How long it waits.
  ///   - clock: The clock that it waits by.
  /// - Throws: ``NotSettled`` when the time is over, and `CancellationError` when the calling task
  ///   is cancelled.
  /// - Precondition: The timeout is not negative, and it is not awaited inside a reduction or
  ///   `handleError` of this core, as for ``settled()``.
  public nonisolated func settled(
    timeout: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    if timeout < .zero { failForNegative(timeout, "timeout", "settled(timeout:clock:)") }
    let mailbox = store.mailbox(of: self).takeUnretainedValue()
    if mailbox.isInsideReduction() { failForWaitInside("settled(timeout:clock:)") }
    let isTooLate = await withTaskGroup(of: Bool?.self) { group in
      group.addTask {
        await mailbox.settled()
        return false
      }
      group.addTask {
        // A clock that fails says nothing of the time.
        do { try await clock.sleep(forAnyTime: timeout) } catch { return nil }
        return true
      }
      defer { group.cancelAll() }
      for await isTooLate in group { if let isTooLate { return isTooLate } }
      return false
    }
    try Task.checkCancellation()
    guard isTooLate else { return }
    let load = mailbox.load
    let effects = mailbox.annex.made?.board.effects ?? []
    // It may have settled at the last moment.
    if !load.isReducing, load.waiting == 0, effects.isEmpty { return }
    throw NotSettled(
      core: String(describing: Self.self), timeout: timeout, isReducing: load.isReducing,
      waitingActions: load.waiting, effects: effects)
  }
}
