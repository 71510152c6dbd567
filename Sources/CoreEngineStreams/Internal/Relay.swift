public import CoreEngineSupport

/// The subscription of an operator that has one upstream after another.
///
/// Downstream may cancel it on any thread; whatever upstream there is at that time, or comes after
/// it, is cancelled.
@usableFromInline
final class Relay: Subscription {
  private let current = Locked<Connection?>(nil)

  /// Written with `current` locked, so that no connection is taken after the end.
  @usableFromInline let word = AtomicWord(0)

  @usableFromInline
  init() {}

  /// Whether values are still wanted.
  @inlinable
  var isOpen: Bool { word.load() == 0 }

  /// Makes the connection to the next upstream, in place of the one before, which is cancelled.
  @usableFromInline
  func next() -> Connection {
    let connection = Connection()
    let last: Connection? = current.withLock { current in
      guard isOpen else { return connection }
      defer { current = connection }
      return current
    }
    last?.cancel()
    return connection
  }

  /// Notes that the end goes out.
  ///
  /// - Returns: Whether this was the end; `false` if it had ended before.
  @usableFromInline
  func finish() -> Bool {
    let (last, isFirst) = end()
    last?.cancel()
    return isFirst
  }

  @usableFromInline
  func cancel() {
    end().last?.cancel()
  }

  private func end() -> (last: Connection?, isFirst: Bool) {
    current.withLock { current in
      let isFirst = word.exchange(1) == 0
      return (current.take(), isFirst)
    }
  }
}
