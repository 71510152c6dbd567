internal import CoreEngineKernel

/// The queue in which all actions of one core stand: the shell around a ``TurnQueue``.

final class Mailbox<Target: AsyncCore>: Sendable {
  typealias Waiter = UnsafeContinuation<Void, Never>

  private struct Guarded: Sendable {
    var queue = TurnQueue<Target.Action, Waiter>()
    /// The core, while the drain task has the turn but has not taken it up yet: what was accepted is
    /// reduced although nobody else may hold the core any more.
    var core: Target?
  }

  private let guarded = Locked(Guarded())

  /// The core that it belongs to.
  private let owner: ObjectIdentifier

  private let id = MailboxID.next()

  /// Counts the reductions. Changed by whoever has the turn only.
  private let reduction = AtomicWord(0)

  init(owner: Target) {
    self.owner = ObjectIdentifier(owner)
  }

  // MARK: Turns

  /// Takes the turn if it is free.
  func begin() -> Bool {
    guarded.withLock { $0.queue.begin() }
  }

  /// Waits for the turn.
  ///
  /// Away from the caller's executor, so that a busy one (the main actor's, say) does not hold up
  /// the core once its turn has come.
  @concurrent
  func turn() async {
    await withUnsafeContinuation { continuation in
      let hasTurn = guarded.withLock { $0.queue.join(continuation) }
      if hasTurn { continuation.resume() }
    }
  }

  /// Gives the turn of a caller of `action` away.
  func finish(_ core: Target) {
    let handover = guarded.withLock { guarded in
      let handover = guarded.queue.finish()
      if case .drain = handover { guarded.core = core }
      return handover
    }
    perform(handover)
  }

  /// Queues an action for the drain task.
  func send(_ action: Target.Action, to core: Target) {
    let handover = guarded.withLock { guarded in
      let handover = guarded.queue.send(action)
      if case .drain = handover { guarded.core = core }
      return handover
    }
    perform(handover)
  }

  private func perform(_ handover: TurnQueue<Target.Action, Waiter>.Handover) {
    switch handover {
    case .none, .drain(startingTask: false): break
    case .resume(let waiter): waiter.resume()
    case .drain(startingTask: true):
      Task.detached {
        // The core is let go of before each yield, so that a lingering task does not keep it alive.
        while await self.drain() { await Task.yield() }
      }
    }
  }

  // MARK: Draining

  /// Reduces what has been sent, until nothing waits or it is a caller's turn.
  ///
  /// - Returns: `false` if there was nothing to do.
  private func drain() async -> Bool {
    let core = guarded.withLock { guarded in
      guarded.queue.resumeDraining() ? guarded.core.take() : nil
    }
    guard let core else { return false }
    await core.drain(self)
    return true
  }

  /// Gets the next actions for the drain task.
  ///
  /// - Returns: `false` if there are none, and the turn is gone.
  func nextBatch(_ batch: inout Ring<Target.Action>) -> Bool {
    let handover = guarded.withLock { $0.queue.nextBatch(&batch) }
    guard let handover else { return true }
    perform(handover)
    return false
  }

  // MARK: Reductions

  /// Begins a reduction; only whoever has the turn may.
  func beginReduction(from outer: ReductionScope?) -> ReductionScope {
    let number = reduction.load() + 1
    reduction.store(number)
    return ReductionScope(mailbox: id, reduction: number, outer: outer)
  }

  /// Whether the current task is inside the reduction that is running.
  func isInsideReduction() -> Bool {
    ReductionScope.current?.isInside(mailbox: id, reduction: reduction.load()) ?? false
  }
}

private enum MailboxID {
  private static let last = Locked<UInt>(0)

  static func next() -> UInt {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
