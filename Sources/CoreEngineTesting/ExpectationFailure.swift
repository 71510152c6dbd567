/// What a core was expected to do, and did not.
///
/// Its description says what was expected, why that has not come, which states there were instead, and what
/// the newest one lacks:
///
///     Expected of Counter: \State.count == 3
///     It did not come within 60.0 seconds (CounterTests/CounterTests.swift:12).
///     Its states: 3
///       0: State(count: 0)
///       1: count: 0 -> 1
///       2: count: 1 -> 2
///     Difference between the newest one and what was expected:
///       2 -> 3
///
/// The first state is shown whole, and of each later one what it changed. Of more than 101, the first and
/// the newest 100 are shown.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// All that is known of it, in lines.
  public let description: String
}
