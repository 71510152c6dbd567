public import CoreEngineSupport

/// The subscribers of one publisher, in order of subscription, and whether they are being called.
///
/// One isolation domain subscribes and emits; any thread may cancel. The word keeps the two apart:
///
///     idle ----begin----> emitting ----end----> idle
///     idle ----remove---> editing  -----------> idle      (only under the lock)
///     emitting --remove-> emitting + dirty --end (sweep)--> emitting
///
/// While `emitting`, the domain walks `places` without the lock: cancelled slots stay in place, marked,
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

  /// A slot, and the ``Listener`` in it. Both are retained by hand.
  @frozen
  @usableFromInline
  struct Place {
    @usableFromInline let slot: Unmanaged<Slot>
    @usableFromInline let listener: Unmanaged<AnyObject>

    @inlinable
    init(_ slot: consuming Slot, _ listener: consuming AnyObject) {
      self.slot = .passRetained(slot)
      self.listener = .passRetained(listener)
    }

    func release() {
      slot.release()
      listener.release()
    }
  }

  // Safe, all three: guarded by the lock. The emitting domain, which alone changes `places` while it
  // emits, may read them without.
  @exclusivity(unchecked)
  @usableFromInline
  final var places: ContiguousArray<Place?> = []

  /// How many of `places` are gaps.
  @exclusivity(unchecked)
  private final var gaps = 0

  /// The slots that have been cancelled during the emission that is running.
  @exclusivity(unchecked)
  private final var leaving: [Slot] = []

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
    let (left, places) = lock.withLock { _ in
      // Released in order of subscription.
      let left = leaving.sorted { $0.index < $1.index }
      leaving = []
      let places = left.compactMap(take)
      closeGaps()
      _ = word.exchange(Self.emitting)
      return (left, places)
    }
    for place in places { place.release() }
    withExtendedLifetime(left) {}
  }

  /// Adds a slot at the end. Called by the emitting domain, while it emits.
  ///
  /// - Parameter place: The slot, and what is released when it has left.
  @usableFromInline
  final func append(_ place: Place) {
    // Locked against `removeAll`, which any thread may call that lets go of the publisher.
    lock.withLock { _ in
      place.slot._withUnsafeGuaranteedRef { $0.index = places.count }
      places.append(place)
    }
  }

  /// Takes a slot out that has just been ended, now or when the emission ends.
  @usableFromInline
  final func remove(_ slot: Slot) {
    let removed: Place? = lock.withLock { _ in
      guard slot.index >= 0 else { return nil }
      while !word.replace(Self.idle, by: Self.editing) {
        // An emission is running. If it ends between the two attempts, try again.
        guard
          word.load() == Self.emittingAndDirty
            || word.replace(Self.emitting, by: Self.emittingAndDirty)
        else { continue }
        leaving.append(slot)
        return nil
      }
      let removed = take(slot)
      closeGaps()
      word.store(Self.idle)
      return removed
    }
    removed?.release()
  }

  /// Ends all slots and takes them out, now or when the emission ends.
  @usableFromInline
  final func removeAll() {
    let all = lock.withLock { _ in places.compactMap { $0?.slot.takeUnretainedValue() } }
    for slot in all { slot.cancel() }
  }

  private final func take(_ slot: Slot) -> Place? {
    let place = places[slot.index].take()
    slot.index = -1
    gaps += 1
    return place
  }

  /// Drops the gaps at the end; and all of them, once they are most of the list.
  private final func closeGaps() {
    while let last = places.last, last == nil {
      places.removeLast()
      gaps -= 1
    }
    guard gaps > 32, gaps > places.count / 2 else { return }
    var next = 0
    for case let place? in places {
      place.slot._withUnsafeGuaranteedRef { $0.index = next }
      places[next] = place
      next += 1
    }
    places.removeLast(places.count - next)
    gaps = 0
  }
}
