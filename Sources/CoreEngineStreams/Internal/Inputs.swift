public import CoreEngineSupport

/// The subscription of an operator that has several upstreams at once.
///
/// Downstream may cancel it on any thread. The operator, in its isolation domain, closes it when no
/// more values are to come in, and finishes it when the end has gone out.
///
///     open --close--> closed --finish--> ended
///       |               |                 ^
///       +---------------+----- cancel ----+
@usableFromInline
final class Inputs: Subscription {
  @usableFromInline static let open: UInt = 0
  @usableFromInline static let closed: UInt = 1
  @usableFromInline static let ended: UInt = 2

  @usableFromInline let word = AtomicWord(0)

  private struct Guarded: Sendable {
    var connections: ContiguousArray<Connection?> = []
    var free: [Int] = []
    /// Whether there is nothing to add to any more.
    var isVoid = false
  }

  private let guarded = Locked(Guarded())

  @usableFromInline
  init() {}

  /// Whether values may come in.
  @inlinable
  var isOpen: Bool { word.load() == Self.open }

  /// Whether what came in may go out.
  @inlinable
  var isWanted: Bool { word.load() != Self.ended }

  /// Adds the connection to an upstream, or cancels it if that is no longer wanted.
  ///
  /// - Returns: Where it is, for ``remove(at:)``.
  @usableFromInline
  @discardableResult
  func add(_ connection: Connection) -> Int? {
    let place: Int? = guarded.withLock { guarded in
      if guarded.isVoid { return nil }
      if let place = guarded.free.popLast() {
        guarded.connections[place] = connection
        return place
      }
      guarded.connections.append(connection)
      return guarded.connections.count - 1
    }
    if place == nil { connection.cancel() }
    return place
  }

  /// Takes out a connection that has ended.
  @usableFromInline
  func remove(at place: Int) {
    let removed: Connection? = guarded.withLock { guarded in
      if guarded.isVoid { return nil }
      guarded.free.append(place)
      return guarded.connections[place].take()
    }
    withExtendedLifetime(removed) {}
  }

  /// Lets nothing more come in.
  @usableFromInline
  func close() {
    if word.replace(Self.open, by: Self.closed) { cancelAll() }
  }

  /// Notes that the end goes out.
  ///
  /// - Returns: `false` if it is not wanted.
  @usableFromInline
  func finish() -> Bool {
    word.exchange(Self.ended) != Self.ended
  }

  @usableFromInline
  func cancel() {
    if word.exchange(Self.ended) == Self.open { cancelAll() }
  }

  private func cancelAll() {
    let connections = guarded.withLock { guarded in
      guarded.isVoid = true
      defer { guarded.connections = [] }
      return guarded.connections
    }
    for connection in connections { connection?.cancel() }
  }
}
