/// Runs a body once for each seed, and lets the seed decide which of its tasks goes on when, so that a
/// race that was found once is found again.
///
/// All tasks of the body take turns on an executor that runs one step at a time, a step being what a
/// task does up to an `await` that changes its executor or waits. Among those that are ready, the seed
/// chooses; some seeds leave one waiting for long. When the body has ended, what it left to do is run too before the next seed begins.
///
/// ```swift
/// try await withInterleavings(seeds: 0..<1_000) {
///   let core = Counter()
///   await withTaskGroup { group in
///     for _ in 0..<3 { group.addTask { await core.action(.increase) } }
///   }
///   guard core.count == 3 else { throw LostUpdate(core.count) }
/// }
/// ```
///
/// - The seed decides upon: the body, its child tasks (`async let`, task groups), actors that they
///   call, and all that an `AsyncCore` does for them: `send`, `action`, observers, effects.
/// - It does not decide upon a `Task { }` or `Task.detached` of the body's own, the main actor, actors
///   with an executor of their own, and clocks that wait for real time. These work; where they took
///   part, the failure says how often. Write a child task, `Task(executorPreference:)` with
///   `nil` for no other, or a clock that a test moves instead.
/// - What waits in one actor's queue goes on in the order in which it came there.
/// - A body that cannot go on fails when nothing has been ready for as long as `patience`; it is
///   cancelled then, and no longer waited for.
///
/// The tests' own expectations, `#expect` and `XCTAssert`, do not end the body and so do not name
/// the seed: throw, or use `try #require`.
///
/// - Parameters:
///   - seeds: Each of them once, the first first.
///   - patience: How much real time may pass while nothing is ready. Only a body that is stuck takes it.
///   - body: Called once for each seed. What it uses should be made in it.
/// - Throws: ``InterleavingFailure`` for the first seed under which the body throws, is stuck, or does
///   not end; `CancellationError` when the calling task is cancelled.
/// - Precondition: There is at least one seed.
/// - Complexity: O(n), where n is the number of seeds.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public func withInterleavings(
  seeds: some Sequence<UInt64>, patience: Duration = .seconds(10),
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  try await withInterleavings(seeds: seeds, patience: patience, limit: 1_000_000, body)
}

/// The same, for tests that do not want to run a million steps.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
func withInterleavings(
  seeds: some Sequence<UInt64>, patience: Duration, limit: Int,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  var isAnyTried = false
  for seed in seeds {
    isAnyTried = true
    let report = await Interleaver(seed: seed, patience: patience, limit: limit).run(body)
    try Task.checkCancellation()
    if let reason = report.reason {
      throw InterleavingFailure(
        seed: seed, reason: reason, steps: report.steps, stepsFromOutside: report.stepsFromOutside)
    }
  }
  if !isAnyTried { failForNoSeeds() }
}
