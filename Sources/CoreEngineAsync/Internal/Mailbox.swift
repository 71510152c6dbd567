public import CoreEngineSupport

/// The queue in which all actions of one core stand: the shell around a ``TurnQueue``.
///
/// A caller that finds the core free takes the turn, and gives it back, by one atomic exchange
/// each. As soon as somebody else comes, the queue under the lock decides. The word says which:
///
/// | word        | who has the turn                       | the queue                       |
/// |-------------|----------------------------------------|---------------------------------|
/// | `free`      | nobody                                 | idle                            |
/// | `taken`     | a caller that did not touch the queue  | idle, as far as it knows        |
/// | `contended` | as the queue says                      | decides; changed under the lock |
// Safe: all that it adds to its superclass is behind the lock.
@_fixed_layout
@usableFromInline
final class Mailbox<Target: AsyncCore>: AnyMailbox, @unchecked Sendable {
  @usableFromInline typealias Queue = TurnQueue<Target.Action, UnsafeContinuation<Void, Never>>

  @frozen
  @usableFromInline
  struct Guarded: Sendable {
    @usableFromInline var queue = Queue()

    /// The core, while the drain task has the turn but has not taken it up yet: what was accepted
    /// is reduced although nobody else may hold the core any more.
    @usableFromInline var core: Target?

    @inlinable
    init() {}
  }

  @usableFromInline typealias Settled = ParkingLot<UnsafeContinuation<Void, Never>>.Parked

  @usableFromInline let guarded = Locked(Guarded())

  @inlinable
  init(owner: Target) {
    super.init(owner: ObjectIdentifier(owner))
  }

  // MARK: Turns

  /// Takes the turn if it is free.
  @inlinable
  func begin() -> Bool {
    word.replace(Self.free, by: Self.taken) || withQueue { $0.queue.begin() }
  }

  /// Waits for the turn.
  @usableFromInline
  nonisolated(nonsending) func turn() async {
    await withUnsafeContinuation { continuation in
      let hasTurn = withQueue { $0.queue.join(continuation) }
      if hasTurn { continuation.resume() }
    }
    // A task that is resumed before it has stopped to wait goes on at once, and the thread sanitizer does not
    // see that this is after what whoever had the turn did. That one wrote this last.
    _ = reduction.load()
  }

  /// Gives the turn of a caller of `action` away.
  @inlinable
  func finish(_ core: Target) {
    if !word.replace(Self.taken, by: Self.free) { handOver(core) }
  }

  @usableFromInline
  func handOver(_ core: Target) {
    let (handover, settlers) = withQueue { guarded in
      let handover = guarded.queue.finish()
      if case .drain = handover { guarded.core = core }
      return (handover, takeSettlers(guarded))
    }
    perform(handover)
    settlers?.forEach { $0.resume() }
  }

  /// Queues an action for the drain task.
  @inlinable
  func send(_ action: Target.Action, to core: Target) {
    let handover = withQueue { guarded in
      let handover = guarded.queue.send(action)
      if case .drain = handover { guarded.core = core }
      return handover
    }
    if case .none = handover { return }
    perform(handover)
  }

  /// Changes the queue, which knows who has the turn.
  @inlinable
  func withQueue<Result>(_ body: (inout Guarded) -> Result) -> Result {
    guarded.withLock { guarded in
      while word.load() != Self.contended {
        if word.replace(Self.free, by: Self.contended) { break }
        if word.replace(Self.taken, by: Self.contended) {
          guarded.queue.adoptTurn()
          break
        }
      }
      // While somebody waits for the core to settle, whoever finishes has to look.
      defer { if guarded.queue.isIdle, !hasSettlers { word.store(Self.free) } }
      return body(&guarded)
    }
  }

  @usableFromInline
  func perform(_ handover: Queue.Handover) {
    switch handover {
    case .none, .drain(startingTask: false): break
    case .resume(let waiter): waiter.resume()
    case .drain(startingTask: true): startDraining()
    }
  }

  // MARK: Draining

  @inlinable
  func startDraining() {
    OwnTask.detached {
      // The core is let go of before each yield, so that a lingering task does not keep it alive.
      while await self.drain() { await Task.yield() }
    }
  }

  /// Reduces what has been sent, until nothing waits or it is a caller's turn.
  ///
  /// - Returns: `false` if there was nothing to do.
  @inlinable
  func drain() async -> Bool {
    let core = withQueue { guarded in
      guarded.queue.resumeDraining() ? guarded.core.take() : nil
    }
    guard let core else { return false }
    await core.drain(self)
    return true
  }

  /// Gets the next actions for the drain task.
  ///
  /// - Returns: `false` if there are none, and the turn is gone.
  @inlinable
  func nextBatch(_ batch: inout Ring<Target.Action>) -> Bool {
    let (handover, settlers) = withQueue { guarded in
      let handover = guarded.queue.nextBatch(&batch)
      undrained.store(UInt(batch.count))
      return (handover, takeSettlers(guarded))
    }
    guard let handover else { return true }
    perform(handover)
    settlers?.forEach { $0.resume() }
    return false
  }

  // MARK: Settling

  var isIdle: Bool { withQueue { isSettled($0) } }

  /// What the core is busy with.
  var load: (isReducing: Bool, waiting: Int) {
    withQueue { guarded in
      (
        !guarded.queue.isQuiet && guarded.core == nil,
        guarded.queue.waitingCount + Int(undrained.load())
      )
    }
  }

  /// Waits until the core has settled, or the task is cancelled.
  func settled() async {
    let annex = annex.orMade { Annex() }
    let ticket = withQueue { isSettled($0) ? nil : annex.settlers.reserve() }
    guard let ticket else { return }
    await ParkingLot.wait(
      park: { continuation in withQueue { _ in annex.settlers.park(continuation, ticket) } },
      cancel: { withQueue { _ in annex.settlers.cancel(ticket) } }, isolation: nil)
  }

  override func resumeSettlers() {
    withQueue { takeSettlers($0) }?.forEach { $0.resume() }
  }

  @usableFromInline
  func takeSettlers(_ guarded: Guarded) -> Settled? {
    guard hasSettlers, isSettled(guarded) else { return nil }
    return annex.made?.settlers.takeAll()
  }

  /// Nothing waits, nothing is being reduced, and no effect is left that may send.
  private func isSettled(_ guarded: Guarded) -> Bool {
    guarded.queue.isQuiet && hasNoEffects
  }
}
