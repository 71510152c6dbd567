import TestSupport
import Testing

@testable import CoreEngineAsync

@Suite(.timeLimit(.minutes(10))) struct RetryPolicyTests {
  /// The delays of a policy, up to so many.
  private func delays(_ policy: RetryPolicy, _ limit: Int = 1_000) -> [Duration] {
    var delays = RetryPolicy.Delays(policy)
    var all: [Duration] = []
    while all.count < limit, let next = delays.next() { all.append(next) }
    return all
  }

  private struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: RetryPolicy
    let delays: [Duration]

    init(_ name: String, _ policy: RetryPolicy, _ delays: [Duration]) {
      testDescription = name
      self.policy = policy
      self.delays = delays
    }
  }

  private static let longest = Duration.seconds(Int64.max)

  private static let rows = [
    Row("never", .never, []),
    Row("one attempt", .attempts(1, backoff: .constant(.seconds(1))), []),
    Row("no backoff", .attempts(3), [.zero, .zero]),
    Row(
      "constant", .attempts(4, backoff: .constant(.seconds(2))),
      [.seconds(2), .seconds(2), .seconds(2)]),
    Row("constant, longest", .attempts(3, backoff: .constant(longest)), [longest, longest]),
    Row(
      "doubling", .attempts(5, backoff: .exponential(from: .milliseconds(100))),
      [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)]),
    Row(
      "factor", .attempts(4, backoff: .exponential(from: .seconds(2), factor: 1.5)),
      [.seconds(2), .seconds(3), .milliseconds(4_500)]),
    Row(
      "factor of one", .attempts(4, backoff: .exponential(from: .seconds(2), factor: 1)),
      [.seconds(2), .seconds(2), .seconds(2)]),
    Row(
      "capped",
      .attempts(6, backoff: .exponential(from: .seconds(1), factor: 3, cap: .seconds(10))),
      [.seconds(1), .seconds(3), .seconds(9), .seconds(10), .seconds(10)]),
    Row(
      "cap reached exactly",
      .attempts(4, backoff: .exponential(from: .seconds(1), cap: .seconds(2))),
      [.seconds(1), .seconds(2), .seconds(2)]),
    Row(
      "cap is the first delay",
      .attempts(3, backoff: .exponential(from: .seconds(1), cap: .seconds(1))),
      [.seconds(1), .seconds(1)]),
    Row(
      "a factor beyond all", .attempts(4, backoff: .exponential(from: .seconds(1), factor: 1e300)),
      [.seconds(1), longest, longest]),
    Row(
      "a first delay beyond all",
      .attempts(4, backoff: .exponential(from: longest, factor: 1.0000001)),
      [longest, longest, longest]),
  ]

  @Test(arguments: rows) private func `Each backoff`(row: Row) {
    #expect(delays(row.policy) == row.delays)
  }

  @Test func `Whatever the backoff, delays never shrink, and never exceed the cap`() {
    for factor in [1.01, 1.5, 2, 3.7, 100, 1e10] {
      for first in [Duration(secondsComponent: 0, attosecondsComponent: 1), .nanoseconds(1)] {
        let all = delays(
          .attempts(5_000, backoff: .exponential(from: first, factor: factor)), 5_000)
        #expect(all.count == 4_999)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(all.allSatisfy { $0 > .zero && $0 <= Self.longest })
      }
    }
  }

  @Test(arguments: [0, 0.25, 0.5, 1] as [Double])
  func `Jitter leaves its part of each delay to chance`(jitter: Double) {
    for part in [0, 0.5, 1] as [Double] {
      let ranges = Log<ClosedRange<Double>>()
      let policy = RetryPolicy.attempts(
        4, backoff: .exponential(from: .seconds(1), cap: .seconds(3), jitter: jitter)
      ) { range in
        ranges.append(range)
        return range.lowerBound + (range.upperBound - range.lowerBound) * part
      }
      let share = 1 - jitter + jitter * part
      #expect(delays(policy) == [1, 2, 3].map { .seconds(1) * $0 * share })
      #expect(ranges.values == Array(repeating: 1 - jitter...1, count: jitter == 0 ? 0 : 3))
    }
  }

  @Test func `Without a source of one's own, chance is that of the standard library`() {
    let all = delays(
      .attempts(1_000, backoff: .exponential(from: .seconds(1), cap: .seconds(1), jitter: 1)))
    #expect(all.allSatisfy { $0 >= .zero && $0 <= .seconds(1) })
    #expect(Set(all).count > 900)
  }

  @Test func `Waits of any length are waited, and can be cancelled`() async {
    let core = TestCore<Int, Int>.adder()
    let started = Gate()
    started.open()
    let longest = Self.longest
    let handles = [
      core.dispatch(
        effect: {
          await started.pass()
          throw TestError()
        }, retry: .attempts(2, backoff: .constant(longest))),
      core.dispatch(
        effect: { _ in
          await started.pass()
          await untilCancelled()
        }, deadline: longest),
      core.dispatch(effect: { 1 }, id: 1, policy: .debounce(longest)),
    ]
    let waiting = Task { try await core.settled(timeout: longest) }
    await started.entered(2)
    #expect(core.effects.count == 3)
    for handle in handles { handle.cancel() }
    for handle in handles { await handle.finished() }
    await #expect(throws: Never.self) { try await waiting.value }
    #expect(core.currentState == 0)
  }
}
