/// What becomes of an effect, and of the others, while effects of the same id live in the same
/// core.
///
/// An effect that has been cancelled lives until its work has really ended.
public enum AsyncEffectPolicy: Hashable, Sendable {
  /// All run.
  case concurrent

  /// The others are cancelled: the newest wins.
  case cancelPrevious

  /// The new one does not start: the oldest wins. Effects that have been cancelled do not count.
  case ignoreIfRunning

  /// The new one starts when all that came before it have ended.
  case queue

  /// The others are cancelled, and the new one starts when so much time has passed: of many that
  /// come in quick succession, only the last one starts.
  ///
  /// - Precondition: The duration is not negative.
  case debounce(Duration)
}
