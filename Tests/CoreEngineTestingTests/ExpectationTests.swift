import CoreEngineAsync
import CoreEngineStreams
import CoreEngineSync
import Testing

@testable import CoreEngineTesting

@Suite struct ExpectationTests {
  private let clock = TestClock()

  // MARK: What is met

  @Test func `What is so already is not waited for`() async throws {
    let core = AsyncCounter()
    await core.action(.increase)
    #expect(try await core.expect(\.count, equals: 1) == Count(count: 1))
    try await core.expect(\.self, equals: Count(count: 1))
    try await core.expect { $0.count == 1 }
    try await core.expect(\.count, equals: 1, within: .zero)
  }

  @Test func `What comes is waited for, and found though it goes again`() async throws {
    let gate = Gate()
    let core = AsyncCounter(gate: gate)
    let task = Task { [clock] in
      try await core.expect(\.count, equals: 2, within: .seconds(1), clock: clock)
    }
    await clock.sleepers(1)
    for _ in 1...5 { core.send(.increase) }
    await gate.entered()
    gate.open()
    #expect(try await task.value.count == 2)
    // Its limit goes with it.
    await clock.sleepers(0)
    #expect(try await core.expect { $0.count == 5 }.count == 5)
  }

  @Test func `Published states are waited for where their core is`() async throws {
    @MainActor func check() async throws {
      let core = MainCounter()
      let gate = Gate()
      core.dispatch(
        effect: {
          await gate.pass()
          return .increase
        })
      let task = Task { try await core.expect(\.count, equals: 1, clock: clock).count }
      await gate.entered()
      #expect(core.count == 0)
      gate.open()
      #expect(try await task.value == 1)
      var seen: [Int] = []
      try await core.expect { state in
        seen.append(state.count)
        return state.count == 1
      }
      #expect(seen == [1])
    }
    try await check()
  }

  @Test func `A core that nobody can observe has the state that it has`() async throws {
    let core = PlainCounter()
    core(.increase)
    try await core.expect(\.count, equals: 1)
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await core.expect(\.count, equals: 2, fileID: "T/T.swift", line: 1)
    }
    #expect(
      failure?.description == #"""
        Expected of PlainCounter: \Count.count == 2
        It cannot come any more, since its state is not @Published, so that nothing says when it changes (T/T.swift:1).
        Its states: 1
          0: Count(count: 1, name: "")
        Difference between the newest one and what was expected:
          1 -> 2
        """#)
  }

  // MARK: What is not

  @Test func `At the limit it fails, with all that came`() async throws {
    let core = AsyncCounter()
    let recorder = StateRecorder(core)
    let task = Task { [clock] in
      try await recorder.expect(
        \.self, equals: Count(count: 3, name: "a"), within: .seconds(10), clock: clock,
        fileID: "T/T.swift", line: 1)
    }
    await clock.sleepers(1)
    await core(.increase, .increase)
    await clock.advance(by: .seconds(10))
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(
      failure?.description == #"""
        Expected of AsyncCounter: \Count.self == Count(count: 3, name: "a")
        It did not come within 10.0 seconds (T/T.swift:1).
        Its states: 3
          0: Count(count: 0, name: "")
          1: count: 0 -> 1
          2: count: 1 -> 2
        Difference between the newest one and what was expected:
          count: 2 -> 3
          name: "" -> "a"
        """#)
  }

  @Test func `A condition fails without a difference`() async throws {
    let core = AsyncCounter()
    let task = Task { [clock] in
      try await core.expect(within: .seconds(10), clock: clock, fileID: "T/T.swift", line: 1) {
        $0.count == 3
      }
    }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(10))
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(
      failure?.description == """
        Expected of AsyncCounter: a state that meets the condition
        It did not come within 10.0 seconds (T/T.swift:1).
        Its states: 1
          0: Count(count: 0, name: "")
        """)
  }

  @Test func `A failure names the place of the expectation`() async throws {
    let core = PlainCounter()
    var text = ""
    let line = #line + 1
    do { try await core.expect(\.double, equals: 2) } catch { text = error.description }
    #expect(text.contains("(CoreEngineTestingTests/ExpectationTests.swift:\(line))"))
    // A property without storage has no name in a key path.
    #expect(text.hasPrefix("Expected of PlainCounter: "))
    #expect(!text.contains("0x"))
  }

  @Test func `What comes at the limit counts`() async throws {
    let core = PublishedCounter()
    core(.increase)
    // It is over before it begins.
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await core.expect(\.count, equals: 2, within: .zero, clock: clock)
    }
    #expect(failure != nil)
    try await core.expect(\.count, equals: 1, within: .zero, clock: clock)
  }

  @Test func `What came last is looked at, although the time is up`() async throws {
    let history = Log<Int>()
    // More comes together with the end, when the first look has been taken.
    let source = Source(history: { history.values }) { patience in
      patience.end(.timeIsUp)
      return {}
    }
    let expectation = Expectation<Int>(
      subject: "a log", elements: "numbers", expected: "1", limit: .seconds(1), clock: clock,
      place: "here")
    let result = try await expectation.wait(source, show: { number, _ in "\(number)" }) { numbers in
      if let last = numbers.last { return .met(last) }
      history.append(1)
      return .open
    }
    #expect(result == 1)
  }

  @Test func `It fails at once when the core is gone`() async throws {
    let probe = LifetimeProbe()
    var core: AsyncCounter? = AsyncCounter(object: probe.object())
    let recorder = StateRecorder(try #require(core))
    let task = Task { [clock] in
      try await recorder.expect(\.count, equals: 9, clock: clock, fileID: "T/T.swift", line: 1)
    }
    await clock.sleepers(1)
    await core?.action(.increase)
    core = nil
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(
      failure?.description == #"""
        Expected of AsyncCounter: \Count.count == 9
        It cannot come any more, since the core is gone (T/T.swift:1).
        Its states: 2
          0: Count(count: 0, name: "")
          1: count: 0 -> 1
        Difference between the newest one and what was expected:
          1 -> 9
        """#)
  }

  @Test func `It fails when the task is cancelled, and says so`() async throws {
    let core = AsyncCounter()
    let task = Task { [clock] in
      try await core.expect(\.count, equals: 9, clock: clock, fileID: "T/T.swift", line: 1)
    }
    await clock.sleepers(1)
    task.cancel()
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(
      failure?.description == #"""
        Expected of AsyncCounter: \Count.count == 9
        It did not come before the task was cancelled (T/T.swift:1).
        Its states: 1
          0: Count(count: 0, name: "")
        Difference between the newest one and what was expected:
          0 -> 9
        """#)
    await clock.sleepers(0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A core that never comes to rest fails at the limit all the same`() async throws {
    let recorder = StateRecorder(initialState: 0)
    for state in 1...200 { recorder.record(state) }
    let task = Task { [clock] in
      try await recorder.expect(within: .seconds(1), clock: clock) { state in
        recorder.record(state + 1)
        return false
      }
    }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    let failure = await #expect(throws: ExpectationFailure.self) { try await task.value }
    let text = try #require(failure).description
    #expect(text.contains("\n  0: 0\n  … "))
    #expect(text.contains(" more …\n"))
    #expect(text.split(separator: "\n").count == 105)
  }

  @Test func `A negative limit stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await PlainCounter().expect(
        \.count, equals: 0, within: .seconds(-1), fileID: "T/T.swift", line: 1)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        CoreEngineTesting: an expectation was given a negative limit, -1.0 seconds, at T/T.swift:1. Give it a \
        duration of zero or more.
        """))
  }

  // MARK: Histories

  @Test func `A whole history is waited for`() async throws {
    let gate = Gate()
    let core = AsyncCounter(gate: gate)
    let recorder = StateRecorder(core)
    core.send(.increase)
    core.send(.increase)
    let task = Task { [clock] in
      try await recorder.expect(
        history: [Count(), Count(count: 1), Count(count: 2)], clock: clock)
    }
    await gate.entered()
    gate.open()
    try await task.value
  }

  @Test func `A history with another state fails at once`() async throws {
    let core = PublishedCounter()
    let recorder = StateRecorder(core)
    core(.increase)
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await recorder.expect(
        history: [Count(), Count(count: 2), Count(count: 3)], clock: clock, fileID: "T/T.swift",
        line: 1)
    }
    #expect(
      failure?.description == """
        Expected of PublishedCounter: the history [Count(count: 0, name: ""), Count(count: 2, name: ""), \
        Count(count: 3, name: "")]
        State 1 is another one (T/T.swift:1).
        Its states: 2
          0: Count(count: 0, name: "")
          1: count: 0 -> 1
        Difference between state 1 and what was expected:
          count: 1 -> 2
        """)
  }

  @Test func `A history that is too long fails at once, and one that is too short at the limit`()
    async throws
  {
    let core = PublishedCounter()
    let recorder = StateRecorder(core)
    core(.increase)
    let long = await #expect(throws: ExpectationFailure.self) {
      try await recorder.expect(history: [Count()], clock: clock, fileID: "T/T.swift", line: 1)
    }
    #expect(
      long?.description == """
        Expected of PublishedCounter: the history [Count(count: 0, name: "")]
        There are more than 1 (T/T.swift:1).
        Its states: 2
          0: Count(count: 0, name: "")
          1: count: 0 -> 1
        """)
    let task = Task { [clock] in
      try await recorder.expect(
        history: [Count(), Count(count: 1), Count(count: 2)], within: .seconds(1), clock: clock)
    }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    let short = await #expect(throws: ExpectationFailure.self) { try await task.value }
    #expect(short?.description.contains("It did not come within 1.0 seconds") == true)
  }
}
