public import CoreEngineSupport

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

  /// What only some cores have.
  @usableFromInline let annex = Lazily<Annex>()

  /// How manieth reduction is running, or 0.
  @usableFromInline let reduction: AtomicWord

  @usableFromInline let id = AnyMailbox.nextID()

  // Safe: used by whoever has the turn only.
  @exclusivity(unchecked)
  @usableFromInline
  final var lastReduction: UInt32 = 0

  @usableFromInline
  init(owner: ObjectIdentifier) {
    word = AtomicWord(Self.free)
    reduction = AtomicWord(0)
    self.owner = owner
  }

  /// Begins a reduction, or several in a row; only whoever has the turn may.
  ///
  /// - Returns: Its number, to be bound meanwhile.
  @inlinable
  final func beginReduction() -> UInt64 {
    lastReduction = lastReduction == .max ? 1 : lastReduction + 1
    resumeReduction()
    return UInt64(id) << 32 | UInt64(lastReduction)
  }

  /// Begins one more under the number of the last.
  @inlinable
  final func resumeReduction() { reduction.store(UInt(lastReduction)) }

  @inlinable
  final func endReduction() {
    reduction.store(0)
  }

  /// Whether the current task is inside the reduction that is running.
  @usableFromInline
  final func isInsideReduction() -> Bool {
    let reduction = reduction.load()
    return reduction != 0 && ReductionScope.isInside(UInt64(id) << 32 | UInt64(reduction))
  }

  /// Whether somebody listens to the core's reductions.
  @inlinable
  final var isWatched: Bool { annex.isMade && hasListeners }

  @usableFromInline
  final var hasListeners: Bool {
    // Without retaining: it is asked in each reduction of a core that has effects.
    annex.unretained?._withUnsafeGuaranteedRef {
      $0.hub.unretained?._withUnsafeGuaranteedRef { $0.listeners > 0 }
    } == true
  }

  /// Whether no effect is left.
  @usableFromInline
  final var hasNoEffects: Bool { annex.made?.board.isEmpty ?? true }

  /// Whether somebody waits for the core to settle. Only whoever has locked the queue may ask.
  @usableFromInline
  final var hasSettlers: Bool { annex.made?.settlers.isEmpty == false }

  /// Starts an effect, unless its policy says otherwise.
  @usableFromInline
  final func startEffect(
    id: (any Hashable & Sendable)?, _ policy: AsyncEffectPolicy, _ plan: AnyEffect.Plan
  ) -> EffectHandle {
    let effect = AnyEffect(id: id, mailbox: self, plan: plan)
    annex.orMade { Annex() }.board.add(effect, policy)
    return EffectHandle(effect)
  }

  /// Tells those who wait for the core to settle, if it has.
  func resumeSettlers() {}

  /// Cancels all effects and ends all sequences of transitions: the core is gone.
  final func close() {
    annex.made?.board.close()
    annex.made?.hub.made?.finish()
  }

  private static let lastID = Locked<UInt32>(0)

  private static func nextID() -> UInt32 {
    lastID.withLock { id in
      id &+= 1
      return id
    }
  }
}
