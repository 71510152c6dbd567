/// How often an effect that fails is tried, and how long it waits in between.
///
/// ```swift
/// core.dispatch(
///   effect: { .loaded(try await api.load()) },
///   retry: .attempts(5, backoff: .exponential(from: .milliseconds(100), cap: .seconds(10), jitter: 0.5)))
/// ```
public struct RetryPolicy: Sendable {
  /// One attempt, no more.
  public static let never = RetryPolicy(attempts: 1, backoff: .constant(.zero)) { $0.upperBound }

  let attempts: Int
  let backoff: Backoff
  let random: @Sendable (ClosedRange<Double>) -> Double

  /// Tries again after each failure but the last.
  ///
  /// - Parameters:
  ///   - attempts: How often the effect is tried in all, the first time included.
  ///   - backoff: How long it waits before each further attempt; by default not at all.
  ///   - random: A number in the range it is given, for the jitter; any thread may call it.
  /// - Returns: A policy that gives up when all attempts have failed.
  /// - Precondition: There is at least one attempt.
  public static func attempts(
    _ attempts: Int, backoff: Backoff = .constant(.zero),
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> RetryPolicy {
    if attempts < 1 { failForAttempts(attempts) }
    return RetryPolicy(attempts: attempts, backoff: backoff, random: random)
  }

  /// How long an effect waits before it is tried again.
  public struct Backoff: Hashable, Sendable {
    let first: Duration
    let factor: Double
    let cap: Duration
    let jitter: Double

    /// The same time before each attempt.
    ///
    /// - Parameter delay: That time.
    /// - Returns: A backoff that does not grow.
    /// - Precondition: The delay is not negative.
    public static func constant(_ delay: Duration) -> Backoff {
      if delay < .zero { failForBackoff("constant", "a negative delay, \(delay)") }
      return Backoff(first: delay, factor: 1, cap: delay, jitter: 0)
    }

    /// A time that grows from attempt to attempt.
    ///
    /// Jitter keeps many clients that failed at the same moment from coming back at the same
    /// moment. It only ever shortens: with 1, each delay is anything from nothing to its full
    /// length, which is the "full jitter" of Marc Brooker's *Exponential Backoff and Jitter*
    /// (2015).
    ///
    /// - Parameters:
    ///   - first: The time before the second attempt.
    ///   - factor: By what each further one is longer than the one before it.
    ///   - cap: The longest time; by default there is no limit.
    ///   - jitter: Which part of a delay is left to chance, from 0 to 1.
    /// - Returns: A backoff that grows up to its cap.
    /// - Precondition: `first` is longer than nothing, `factor` is a number not below 1, `cap` is
    ///   not shorter than `first`, and `jitter` is from 0 to 1.
    public static func exponential(
      from first: Duration, factor: Double = 2, cap: Duration = .seconds(Int64.max),
      jitter: Double = 0
    ) -> Backoff {
      if first <= .zero { failForBackoff("exponential", "nothing to grow from, \(first)") }
      if !(factor >= 1 && factor.isFinite) {
        failForBackoff("exponential", "a factor of \(factor)")
      }
      if cap < first {
        failForBackoff("exponential", "a cap, \(cap), below its first delay, \(first)")
      }
      if !(0...1).contains(jitter) { failForBackoff("exponential", "a jitter of \(jitter)") }
      return Backoff(first: first, factor: factor, cap: cap, jitter: jitter)
    }
  }

  /// The times to wait before the second attempt, the third, and so on.
  struct Delays: IteratorProtocol {
    private let policy: RetryPolicy
    private var left: Int
    private var full: Duration

    init(_ policy: RetryPolicy) {
      self.policy = policy
      left = policy.attempts - 1
      full = policy.backoff.first
    }

    /// The time to wait after one more failure; `nil` if that was the last attempt.
    mutating func next() -> Duration? {
      guard left > 0 else { return nil }
      left -= 1
      let backoff = policy.backoff
      let delay = full
      // Compared as quotients: the product may be more than a duration can hold.
      full = backoff.factor >= backoff.cap / full ? backoff.cap : full * backoff.factor
      if backoff.jitter == 0 { return delay }
      let range = 1 - backoff.jitter...1
      let share = policy.random(range)
      if !range.contains(share) { failForRandom(share, range) }
      return delay * share
    }
  }
}
