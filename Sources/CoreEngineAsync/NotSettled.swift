/// An ``AsyncCore`` had not settled in time, and what it was busy with then.
public struct NotSettled: Error, Sendable, CustomStringConvertible {
  /// The name of the core's type.
  public let core: String

  /// How much time it had.
  public let timeout: Duration

  /// Whether a reduction, or `handleError`, was running, or an action had its turn and was about to be reduced.
  public let isReducing: Bool

  /// How many actions waited for their turn.
  public let waitingActions: Int

  /// The effects that had not ended.
  public let effects: [RunningEffect]

  /// What kept the core from settling.
  public var description: String {
    var busy: [String] = []
    if isReducing { busy.append("an action is being reduced") }
    if waitingActions > 0 { busy.append("actions that wait for their turn: \(waitingActions)") }
    if !effects.isEmpty {
      busy.append("effects that run: \(effects.map(\.description).joined(separator: ", "))")
    }
    return "\(core) had not settled after \(timeout): \(busy.joined(separator: "; "))."
  }
}
