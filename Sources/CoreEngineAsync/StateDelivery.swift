/// Which states an iteration gets when it is slower than the core.
public enum StateDelivery: Hashable, Sendable {
  /// Every state, each once. States that a slow consumer has not seen yet are kept for it, and with
  /// them up to 63 that it has seen: for large states, prefer `latest`.
  case every

  /// Only the newest state. Nothing is kept.
  case latest
}
