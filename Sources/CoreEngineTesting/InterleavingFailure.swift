/// What a seed of ``withInterleavings(seeds:patience:_:)`` has found.
public struct InterleavingFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable {
    /// The body threw an error.
    case threw(any Error)

    /// The body had not ended, and nothing of it was ready to run for so long.
    case stuck(Duration)

    /// After so many steps there was still something to do.
    case endless(steps: Int)
  }

  /// Run this one alone to see it again.
  public let seed: UInt64

  /// What went wrong.
  public let reason: Reason

  /// How many steps were run, each of them chosen by the seed.
  public let steps: Int

  /// How many of them were set off by what the seed does not decide upon: tasks that run elsewhere,
  /// and clocks that wait for real time. With none, the seed always does the same.
  public let stepsFromOutside: Int

  /// What went wrong, and how to see it again.
  public var description: String {
    let fault =
      switch reason {
      case .threw(let error): "the body threw an error: \(error)"
      case .stuck(let time):
        """
        the body is stuck: it has not ended, and nothing of it was ready to run for \(time). It waits for \
        something that nobody does.
        """
      case .endless(let steps):
        "the body is endless: \(steps) steps were run, and there is still something to do."
      }
    let again = "To see it again: withInterleavings(seeds: [\(seed)])."
    let doubt =
      """
      It may differ then: the steps that were set off from outside, by a task on another executor (Task { }, \
      Task.detached, the main actor) or by a clock that waits for real time, were \(stepsFromOutside) of \
      \(steps), and the seed does not decide upon those.
      """
    return "Under seed \(seed) \(fault)\n\(again)" + (stepsFromOutside == 0 ? "" : "\n\(doubt)")
  }
}
