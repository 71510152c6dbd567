public import CoreEngineKernel

/// The subscribers of one publisher, in order of subscription, and whether they are being called.
///
/// One isolation domain subscribes and emits; any thread may cancel. The word keeps the two apart:
///
///     idle ----begin----> emitting ----end----> idle
///     idle ----remove---> editing  -----------> idle      (only under the lock)
///     emitting --remove-> emitting + dirty --end (sweep)--> emitting
///
/// While `emitting`, the domain walks `slots` without the lock: cancelled slots stay in place, marked,
/// and are swept out by `end`. While not, whoever cancels takes its slot out itself. An emission
/// costs two atomic exchanges and no lock, unless somebody cancels meanwhile.
///
/// Removing is O(1), amortised: a removed slot leaves a gap, and when most are gaps they are closed.
@usableFromInline
class Registry: @unchecked Sendable {
  @usableFromInline static let idle: UInt = 0
  @usableFromInline static let emitting: UInt = 1
  static let emittingAndDirty: UInt = 3
  static let editing: UInt = 4

  @usableFromInline let word: AtomicWord
  private let lock = Locked(())

  // Safe: changed only under the lock, and never while an emission walks it, except by the emitting
  // domain itself (`append`). Each slot in it is retained by hand.
  @exclusivity(unchecked)
  @usableFromInline
  final var slots: ContiguousArray<Unmanaged<Slot>?> = []

  /// How many of `slots` are gaps. Guarded by the lock.
  private final var gaps = 0

  @usableFromInline
  init() { word = AtomicWord(Self.idle) }

  /// Begins an emission.
  ///
  /// - Returns: `false` if one is running already, so that this call comes from inside it.
  @inlinable
  final func begin() -> Bool {
    word.replace(Self.idle, by: Self.emitting) || beginBesideRemoval()
  }

  @usableFromInline
  final func beginBesideRemoval() -> Bool {
    lock.withLock { _ in word.replace(Self.idle, by: Self.emitting) }
  }

  /// Ends an emission.
  ///
  /// - Returns: `false` if slots had to be released first, whose `deinit`s may have published: look
  ///   for more to deliver, then call again.
  @inlinable
  final func end() -> Bool {
    if word.replace(Self.emitting, by: Self.idle) { return true }
    sweep()
    return false
  }

  @usableFromInline
  final func sweep() {
    let ended = lock.withLock { _ in
      var ended: [Unmanaged<Slot>] = []
      for index in slots.indices {
        guard let slot = slots[index], !slot.takeUnretainedValue().isLive else { continue }
        take(at: index)
        ended.append(slot)
      }
      closeGaps()
      _ = word.exchange(Self.emitting)
      return ended
    }
    for slot in ended { slot.release() }
  }

  /// Adds a slot at the end.
  @usableFromInline
  final func append(_ slot: Slot) {
    let slot = Unmanaged.passRetained(slot)
    lock.withLock { _ in
      slot._withUnsafeGuaranteedRef { $0.index = slots.count }
      slots.append(slot)
    }
  }

  /// Takes a slot out that has just been ended, now or when the emission ends.
  final func remove(_ slot: Slot) {
    let removed: Unmanaged<Slot>? = lock.withLock { _ in
      guard slot.index >= 0 else { return nil }
      while !word.replace(Self.idle, by: Self.editing) {
        // An emission is running. If it ends between the two attempts, try again.
        if word.load() == Self.emittingAndDirty { return nil }
        if word.replace(Self.emitting, by: Self.emittingAndDirty) { return nil }
      }
      let removed = slots[slot.index]
      take(at: slot.index)
      closeGaps()
      _ = word.exchange(Self.idle)
      return removed
    }
    removed?.release()
  }

  /// Ends all slots and takes them out, now or when the emission ends.
  @usableFromInline
  final func removeAll() {
    let all = lock.withLock { _ in slots.compactMap { $0?.takeUnretainedValue() } }
    for slot in all { slot.cancel() }
  }

  private final func take(at index: Int) {
    slots[index]?._withUnsafeGuaranteedRef { $0.index = -1 }
    slots[index] = nil
    gaps += 1
  }

  /// Drops the gaps at the end; and all of them, once they are most of the list.
  private final func closeGaps() {
    while let last = slots.last, last == nil {
      slots.removeLast()
      gaps -= 1
    }
    guard gaps > 32, gaps > slots.count / 2 else { return }
    var next = 0
    for case let slot? in slots {
      slot._withUnsafeGuaranteedRef { $0.index = next }
      slots[next] = slot
      next += 1
    }
    slots.removeLast(slots.count - next)
    gaps = 0
  }
}
