import CoreEngineAsync
import Testing

@testable import CoreEngineTesting

@Suite(.timeLimit(.minutes(10)))
struct InterleavingsTests {
  /// As one would write a core without CoreEngine: while it waits for the new state, others read the
  /// old one.
  private actor Naive {
    var count = 0

    func increase() async { count = await reduce(count) }

    nonisolated func reduce(_ count: Int) async -> Int { count + 1 }
  }

  private struct LostUpdate: Error, Equatable {
    let count: Int
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func findsTheLostUpdateOfANaiveCoreWithinAHundredSeeds() async throws {
    let failure = try #require(
      await #expect(throws: InterleavingFailure.self) {
        try await withInterleavings(seeds: 0..<100) { try await Self.increaseTwice() }
      })
    guard case .threw(let error) = failure.reason else {
      Issue.record("\(failure)")
      return
    }
    #expect(error as? LostUpdate == LostUpdate(count: 1))
    #expect(failure.stepsFromOutside == 0)

    // Once found, found again, as often as one likes.
    for _ in 0..<10 {
      let again = await #expect(throws: InterleavingFailure.self) {
        try await withInterleavings(seeds: [failure.seed]) { try await Self.increaseTwice() }
      }
      #expect(again?.description == failure.description)
      #expect(again?.steps == failure.steps)
    }
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func findsNoLostUpdateInAnAsyncCoreWithinTenThousandSeeds() async throws {
    try await withInterleavings(seeds: 0..<10_000) {
      let tally = Tally()
      let last = Tally.Action.add(10_000)
      await withTaskGroup { group in
        group.addTask { await tally.action(.add(1)) }
        group.addTask { tally.send(.add(10)) }
        group.addTask { tally.send(.add(20)) }
        group.addTask {
          await tally.dispatch(effect: { .add(100) }).finished()
        }
        group.addTask {
          tally.dispatch { send in
            await send(.add(1_000))
            await send(last)
          }
        }
      }
      await tally.settled()
      guard tally.sum == 11_131, tally.steps == 6 else { throw LostUpdate(count: tally.sum) }
    }
  }

  private static func increaseTwice() async throws {
    let naive = Naive()
    async let one: Void = naive.increase()
    async let other: Void = naive.increase()
    _ = await (one, other)
    let count = await naive.count
    guard count == 2 else { throw LostUpdate(count: count) }
  }
}

/// Its reducer suspends, as that of the naive one does.
private actor Tally: AsyncCore {
  enum Action: Sendable { case add(Int) }

  struct State: Equatable, Sendable {
    var sum = 0
    var steps = 0
  }

  let store = AsyncCoreStore(initialState: State())

  func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .add(let number): await add(number, to: state)
    }
  }

  private nonisolated func add(_ number: Int, to state: State) async -> State {
    State(sum: state.sum + number, steps: state.steps + 1)
  }
}
