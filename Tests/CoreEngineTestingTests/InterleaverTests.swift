import CoreEngineAsync
import CoreEngineKernel
import TestSupport
import Testing

@testable import CoreEngineTesting

/// What a seed decides upon, and what it does not.
@Suite(.timeLimit(.minutes(10)))
struct InterleaverTests {
  @TaskLocal fileprivate static var name = "nobody"

  /// All that a core does: the seed alone decides in which order.
  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func aSeedDecidesUponAllThatACoreDoes() async throws {
    var histories: Set<[String]> = []
    for seed in UInt64(0)..<100 {
      let (history, report) = await history(seed)
      let (again, reportAgain) = await self.history(seed)
      #expect(report.reason == nil)
      #expect(report.stepsFromOutside == 0)
      #expect(again == history)
      #expect(reportAgain.steps == report.steps)
      histories.insert(history)
    }
    #expect(histories.count > 50)
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private func history(_ seed: UInt64) async -> ([String], Interleaver.Report) {
    let log = Log<String>()
    let report = await run(seed) {
      let relay = Relay()
      let counter = Counter(relay, log)
      await withTaskGroup { group in
        for number in 1...3 {
          group.addTask { await counter.action(number) }
          group.addTask { counter.send(10 * number) }
        }
        group.addTask {
          for await state in counter.states {
            log.append("state \(state)")
            if state == 1_066 { return }
          }
        }
        counter.dispatch(effect: { 100 }, id: 1)
        counter.dispatch(effect: { 200 }, id: 1, policy: .queue)
        counter.dispatch { send in
          await send(300)
          await send(400)
        }
      }
      await counter.settled()
      await relay.settled()
      log.append("relay \(relay.currentState)")
    }
    return (log.values, report)
  }

  /// More than the reducing task wakes itself.
  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func aSeedDecidesUponManyObservers() async throws {
    for seed in UInt64(0)..<20 {
      let log = Log<Int>()
      let report = await run(seed) {
        let relay = Relay()
        await withTaskGroup { group in
          for number in 0..<100 {
            group.addTask {
              for await state in relay.states {
                log.append(number)
                if state == "1 " { return }
              }
            }
          }
          _ = await log.values(100)
          relay.send(1)
        }
      }
      #expect(report.reason == nil)
      #expect(report.stepsFromOutside == 0)
      #expect(log.count == 200)
    }
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func thereAreManyOrders() async throws {
    var orders: Set<[Int]> = []
    for seed in UInt64(0)..<200 {
      let log = Log<Int>()
      _ = await run(seed) {
        await withTaskGroup { group in
          for number in 0..<4 { group.addTask { log.append(number) } }
        }
      }
      orders.insert(log.values)
    }
    #expect(orders.count == 24)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func whatTheBodyLeavesIsRunBeforeTheNextSeed() async throws {
    let log = Log<String>()
    try await withInterleavings(seeds: 0..<100) { Counter(Relay(), log).send(1) }
    #expect(log.count == 100)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func theBodySeesTheTaskLocalValuesOfTheCaller() async throws {
    try await Self.$name.withValue("caller") {
      try await withInterleavings(seeds: 0..<2) { try #require(Self.name == "caller") }
    }
  }

  /// A core's own task sees none, A3.
  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func sentActionsSeeNoTaskLocalValues() async throws {
    try await withInterleavings(seeds: 0..<2) {
      let core = Names()
      await Self.$name.withValue("sender") {
        core.send(())
        await core.settled()
      }
      try #require(core.currentState == "nobody")
    }
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func waitsForWhatHappensOutside() async throws {
    let gate = Gate()
    let outside = Task {
      await gate.entered()
      gate.open()
    }
    let report = await run(0) { await gate.pass() }
    #expect(report.reason == nil)
    #expect(report.stepsFromOutside == 1)
    await outside.value
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func cancellingTheCallerCancelsTheBody() async throws {
    let gate = Gate()
    let rounds = Log<Bool>()
    let task = Task {
      try await withInterleavings(seeds: 0..<10) {
        await gate.pass()
        rounds.append(Task.isCancelled)
      }
    }
    await gate.entered()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(rounds.values == [true])
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private func run(
    _ seed: UInt64, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Interleaver.Report {
    await Interleaver(seed: seed, patience: .seconds(300), limit: 1_000_000).run(body)
  }
}

/// Tells another core, and a log, of each action.
private actor Counter: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)
  private let relay: Relay
  private let log: Log<String>

  init(_ relay: Relay, _ log: Log<String>) {
    self.relay = relay
    self.log = log
  }

  func reduce(state: Int, action: Int) async throws -> Int {
    log.append("\(action)")
    relay.send(action)
    return await sum(state, action)
  }

  private nonisolated func sum(_ state: Int, _ action: Int) async -> Int { state + action }
}

private actor Relay: AsyncCore {
  let store = AsyncCoreStore(initialState: "")

  func reduce(state: String, action: Int) async throws -> String { state + "\(action) " }
}

private actor Names: AsyncCore {
  let store = AsyncCoreStore(initialState: "")

  func reduce(state: String, action: Void) async throws -> String { InterleaverTests.name }
}
