/// An effect that lives in an ``AsyncCore``, as `core.effects` lists it.
public struct RunningEffect: Sendable, CustomStringConvertible {
  /// What it is called, if it has a name.
  public let id: (any Hashable & Sendable)?

  /// When it was dispatched.
  public let since: ContinuousClock.Instant

  /// Whether it has not started yet: it stands in the queue of its id, or is debounced.
  public let isWaiting: Bool

  /// Whether it has been cancelled, and its work has not ended yet.
  public let isCancelled: Bool

  /// What the effect is called, and what it does.
  public var description: String {
    let name = id.map { String(reflecting: $0) } ?? "an effect without an id"
    let state = isCancelled ? ", cancelled" : isWaiting ? ", waiting" : ""
    return "\(name) (for \(since.duration(to: .now))\(state))"
  }
}
