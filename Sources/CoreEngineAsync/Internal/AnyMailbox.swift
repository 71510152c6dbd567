public import CoreEngineKernel

/// What a ``Mailbox`` is, whatever the type of its core.
@usableFromInline
class AnyMailbox: @unchecked Sendable {
  @usableFromInline static var free: UInt { 0 }
  @usableFromInline static var taken: UInt { 1 }
  @usableFromInline static var contended: UInt { 2 }

  @usableFromInline let word: AtomicWord

  /// The core that it belongs to.
  @usableFromInline let owner: ObjectIdentifier

  /// How many actions the drain task has taken out of the queue, and not begun to reduce.
  @usableFromInline let undrained = AtomicWord(0)

  /// The effects of the core.
  let board = Lazily<EffectBoard>()

  /// Who listens to the core's reductions.
  @usableFromInline let hub = Lazily<AnyTransitionHub>()

  private let id = AnyMailbox.nextID()

  /// The number of the reduction that is running, or 0.
  private let reduction: AtomicWord

  // Safe: used by whoever has the turn only.
  @exclusivity(unchecked)
  private final var lastReduction: UInt = 0

  @usableFromInline
  init(owner: ObjectIdentifier) {
    word = AtomicWord(Self.free)
    reduction = AtomicWord(0)
    self.owner = owner
  }

  /// Begins a reduction, or several in a row; only whoever has the turn may.
  ///
  /// - Parameters:
  ///   - outer: The reduction that it is begun from, of another core.
  ///   - copies: What tells whether a task has copied the scope.
  /// - Returns: What to bind meanwhile.
  @usableFromInline
  final func beginReduction(
    from outer: ReductionScope?, noting copies: ReductionScope.Copies?
  ) -> ReductionScope {
    lastReduction += 1
    reduction.store(lastReduction)
    return ReductionScope(
      mailbox: id, reduction: lastReduction, outer: outer?.without(mailbox: id), copies: copies)
  }

  @usableFromInline
  final func endReduction() {
    reduction.store(0)
  }

  /// Whether the current task is inside the reduction that is running.
  @usableFromInline
  final func isInsideReduction() -> Bool {
    ReductionScope.current?.isInside(mailbox: id, reduction: reduction.load()) ?? false
  }

  /// Whether somebody listens to the core's reductions.
  @usableFromInline
  final var isWatched: Bool { hub.made.map { $0.listeners > 0 } ?? false }

  /// Whether no effect is left.
  @usableFromInline
  final var hasNoEffects: Bool { board.made?.isEmpty ?? true }

  /// Starts an effect, unless its policy says otherwise.
  @usableFromInline
  final func startEffect(
    id: (any Hashable & Sendable)?, _ policy: AsyncEffectPolicy, _ plan: AnyEffect.Plan
  ) -> EffectHandle {
    let effect = AnyEffect(id: id, mailbox: self, plan: plan)
    board.orMade { EffectBoard() }.add(effect, policy)
    return EffectHandle(effect)
  }

  /// Tells those who wait for the core to settle, if it has.
  func resumeSettlers() {}

  /// Cancels all effects and ends all sequences of transitions: the core is gone.
  final func close() {
    board.made?.close()
    hub.made?.finish()
  }

  private static let lastID = Locked<UInt>(0)

  private static func nextID() -> UInt {
    lastID.withLock { id in
      id += 1
      return id
    }
  }
}
