import CoreEngineAsync
import CoreEngineTesting
import Testing

@Suite struct TransitionRecorderTests {
  @Test func `Each reduction is recorded when action returns, with what came of it`() async {
    let core = AsyncCounter()
    await core.action(.increase)
    let recorder = TransitionRecorder(core)
    #expect(recorder.last == nil)
    await core.action(.increase)
    #expect(recorder.count == 1)
    await core(.stay, .fail)
    core.send(.increase)
    await core.settled()
    #expect(recorder.history.map(\.action) == [.increase, .stay, .fail, .increase])
    #expect(recorder.history.map(\.stateBefore.count) == [1, 2, 2, 2])
    #expect(recorder.history.map(\.stateAfter.count) == [2, 2, 2, 3])
    #expect(recorder.history.map(\.cause) == [.action, .action, .action, .send])
    #expect(recorder.history.map { $0.error as? CountError } == [nil, nil, CountError(), nil])
    #expect(recorder.last?.stateAfter.count == 3)
  }

  @Test func `Iterations and recorders hear of the same`() async {
    let core = AsyncCounter()
    var iterator = core.transitions.makeAsyncIterator()
    let recorder = TransitionRecorder(core)
    await core(.increase, .stay)
    #expect(await iterator.next()?.action == .increase)
    #expect(await iterator.next()?.action == .stay)
    #expect(recorder.history.map(\.action) == [.increase, .stay])
  }

  @Test func `A recorder keeps no core alive, and is let go itself`() async throws {
    let probe = LifetimeProbe()
    var core: AsyncCounter? = AsyncCounter(object: probe.object())
    weak var released: TransitionRecorder<Count, CountAction>?
    do {
      let recorder = TransitionRecorder(try #require(core))
      released = recorder
    }
    #expect(released == nil)
    let recorder = TransitionRecorder(try #require(core))
    await core?.action(.increase)
    core = nil
    await probe.falls(to: 0)
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await recorder.history(2, fileID: "T/T.swift", line: 1)
    }
    #expect(
      failure?.description == """
        Expected of AsyncCounter: 2 transitions
        It cannot come any more, since the core is gone (T/T.swift:1).
        Its transitions: 1
          0: .increase: count: 0 -> 1
        """)
  }

  @Test func `Who waits for the nth reduction gets all, or what came at the limit`() async throws {
    let core = AsyncCounter()
    let recorder = TransitionRecorder(core)
    let clock = TestClock()
    let task = Task {
      try await recorder.history(3, within: .seconds(5), clock: clock, fileID: "T/T.swift", line: 1)
    }
    await clock.sleepers(1)
    await core(.stay, .fail)
    await clock.advance(by: .seconds(5))
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(
      failure?.description == """
        Expected of AsyncCounter: 3 transitions
        It did not come within 5.0 seconds (T/T.swift:1).
        Its transitions: 2
          0: .stay: no change
          1: .fail: threw CountError()
        """)
    core.send(.increase)
    #expect(try await recorder.history(3).map(\.action) == [.stay, .fail, .increase])
  }
}
