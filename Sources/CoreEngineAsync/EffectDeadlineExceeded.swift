/// An effect was still at work when its deadline passed, and has been cancelled for it.
public struct EffectDeadlineExceeded: Error, Sendable, CustomStringConvertible {
  /// What the effect is called, if it has a name.
  public let id: (any Hashable & Sendable)?

  /// How much time it had.
  public let deadline: Duration

  /// The deadline that was missed.
  public var description: String {
    let name = id.map { "The effect \(String(reflecting: $0))" } ?? "An effect"
    return "\(name) had not ended after \(deadline), its deadline, and was cancelled."
  }
}
