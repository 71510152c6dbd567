public import CoreEngineKernel

/// One subscriber's place in a ``Registry``.
///
/// Not generic, and the owner of its atomic word, so that the registry's bookkeeping is compiled
/// once. The registry alone holds it, and lets go when it ends, which is when the subscriber is
/// released.
@usableFromInline
class Slot: @unchecked Sendable {
  @usableFromInline static let live: UInt = 0
  @usableFromInline static let ended: UInt = 1

  @usableFromInline let word: AtomicWord

  @usableFromInline let registry: Registry

  /// Where it stands in the registry's list; negative once it has left. Guarded by the registry's
  /// lock.
  final var index = -1

  @usableFromInline
  init(registry: Registry) {
    word = AtomicWord(Self.live)
    self.registry = registry
  }

  /// Whether it gets what is published.
  @inlinable
  final var isLive: Bool { word.load() == Self.live }

  /// Ends it, without leaving the registry.
  ///
  /// - Returns: Whether it was live.
  @usableFromInline
  final func end() -> Bool { word.exchange(Self.ended) == Self.live }

  @usableFromInline
  final func cancel() {
    if end() { registry.remove(self) }
  }
}
