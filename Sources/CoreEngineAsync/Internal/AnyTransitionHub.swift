internal import CoreEngineSupport

/// What a ``TransitionHub`` is, whatever the types of its core.
@usableFromInline
class AnyTransitionHub: @unchecked Sendable {
  /// How many listen. Written under the lock of the subclass.
  final var listeners: Int {
    get { Int(word.load()) }
    set { word.store(UInt(newValue)) }
  }

  private let word = AtomicWord(0)

  /// Ends every iteration.
  func finish() {}
}
