/// What becomes of an effect while another one of the same id runs in the same core.
public enum EffectPolicy: Hashable, Sendable {
  /// Both run.
  case concurrent

  /// The one that runs is cancelled: the newest wins.
  case cancelPrevious

  /// The new one does not start: the oldest wins.
  case ignoreIfRunning
}
