public import CoreEngineKernel

/// The subscription of an operator that has one upstream after another.
///
/// Downstream may cancel it on any thread; whatever upstream there is at that time, or comes after
/// it, is cancelled.
@usableFromInline
final class Relay: Subscription {
  private struct Guarded: Sendable {
    var current: Connection?
    var isEnded = false
  }

  private let guarded = Locked(Guarded())

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
    let last: Connection? = guarded.withLock { guarded in
      if guarded.isEnded { return connection }
      defer { guarded.current = connection }
      return guarded.current
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
    let isFirst = word.exchange(1) == 0
    let last = guarded.withLock { guarded in
      guarded.isEnded = true
      return guarded.current.take()
    }
    return (last, isFirst)
  }
}
