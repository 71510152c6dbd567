public import CoreEngineSupport

/// One subscriber's place in a ``Registry``, and its subscription.
///
/// The registry keeps the subscriber beside it, so that a subscription that is still held somewhere
/// does not keep what has ended alive.
@usableFromInline
final class Slot: @unchecked Sendable, Subscription {
  @usableFromInline static let live: UInt = 0
  @usableFromInline static let ended: UInt = 1

  @usableFromInline let word: AtomicWord

  private let registry: Registry

  // Safe: guarded by the registry's lock.
  /// Where it stands in the registry's list; negative once it has left, or before it comes.
  @exclusivity(unchecked)
  var index = -1

  @usableFromInline
  init(registry: Registry) {
    word = AtomicWord(Self.live)
    self.registry = registry
  }

  /// Whether it gets what is published.
  @inlinable
  var isLive: Bool { word.load() == Self.live }

  /// Ends it, without leaving the registry.
  ///
  /// - Returns: Whether it was live.
  @usableFromInline
  func end() -> Bool { word.exchange(Self.ended) == Self.live }

  @usableFromInline
  func cancel() {
    if end() { registry.remove(self) }
  }
}
