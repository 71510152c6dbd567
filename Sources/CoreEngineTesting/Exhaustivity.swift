/// How much of what a core does a ``TestCore`` wants to be told beforehand.
public enum Exhaustivity: Hashable, Sendable {
  /// All of it: each change of the state, each action, and the end of each effect.
  case exhaustive

  /// What the test cares about: changes and actions that it does not name are no failure, nor is an
  /// effect that still runs.
  case partial
}
