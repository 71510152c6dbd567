/// One reduction of an ``AsyncCore``: what happened, what it made of the state, and what it was
/// caused by.
public struct Transition<State: Sendable, Action: Sendable>: Sendable {
  /// Who handed the action over.
  public enum Cause: Sendable {
    /// `send`, or an `action` from inside a reduction, which is queued like it.
    case send

    /// `action`, or `core(...)`.
    case action

    /// An effect, and what it is called; one that has ended, and whose `send` lives on, has no name
    /// any more.
    case effect(id: (any Hashable & Sendable)?)
  }

  /// What happened.
  public let action: Action

  /// The state that it was reduced from.
  public let stateBefore: State

  /// The state since then; the one before if the reducer threw.
  public let stateAfter: State

  /// What the reducer threw, whether it was reported or not.
  public let error: (any Error)?

  /// How long the reducer took.
  public let duration: Duration

  /// Who handed the action over.
  public let cause: Cause
}

extension Transition.Cause: Equatable {
  /// Whether both are of one kind, and name the same effect, if any.
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.send, .send), (.action, .action): true
    case (.effect(let one), .effect(let other)):
      one.map { AnyHashable($0) } == other.map { AnyHashable($0) }
    default: false
    }
  }
}
