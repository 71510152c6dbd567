import CoreEngineAsync
import TestSupport
import Testing

@testable import CoreEngineTesting

/// The texts are what a failing test leaves behind.
@Suite(.timeLimit(.minutes(10)))
struct TestCoreFailureTests {
  @Test
  func `Says what is left when nobody finishes`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let gate = Gate()
      let library = Library(load: {
        await gate.pass(); return []
      })
      do {
        let test = TestCore(library)
        await test.core.action(.open)
        library.send(.loaded(["Emma"]))
        try await test.receive(.open) { $0.isLoading = true }
        try await library.expect(\.books, equals: ["Emma"])
      }
      // One that has failed says no more; nor does one that has nothing left.
      do {
        let test = TestCore(library)
        await library.action(.loaded([]))
        await #expect(throws: TestCoreFailure.self) { try await test.send(.close) }
      }
      do {
        let test = TestCore(library)
        try await test.send(.close)
        gate.open()
        await library.settled()
      }
      do {
        let test = TestCore(library, .partial)
        await test.core.action(.loaded(["Emma"]))
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        CoreEngineTesting: a test of Library was over without `finish()`, so nothing has failed for what was left:
        - loaded(["Emma"]), from send
        - the effect "load"
        End the test with `try await test.finish()`, or make it `.partial`.

        """))
    #expect(output.split(separator: "\n").count { $0.hasPrefix("CoreEngineTesting:") } == 1)
  }

  @Test
  func namesThePlace() async throws {
    let test = TestCore(Library())
    let failure = await #expect(throws: TestCoreFailure.self) { try await test.send(.open) }
    #expect(failure?.fileID == #fileID)
    #expect(failure?.line == #line - 2)
    #expect(failure?.description.hasPrefix("\(#fileID):\(#line - 3): After send(open) ") == true)
    await test.core.settled()
  }

  @Test
  func anotherState() async throws {
    let test = TestCore(Library())
    #expect(
      await message { try await test.send(.open) { $0.borrowed = 1 } } == """
        After send(open) the state is not the expected one (expected -> actual):
        isLoading: false -> true
        borrowed: 1 -> 0
        """)
  }

  @Test
  func aChangeThatWasNotNamed() async throws {
    let test = TestCore(Library())
    #expect(
      await message { try await test.send(.open) } == """
        After send(open) the state is not the expected one (expected -> actual):
        isLoading: false -> true
        No change was expected. If it is right, name it: `{ $0.… = … }`, or make the test `.partial`.
        """)
  }

  @Test
  func anotherStateOfAPartialTest() async throws {
    let test = TestCore(Library(), .partial)
    #expect(
      await message { try await test.send(.open) { $0.borrowed = 1 } } == """
        After send(open) the state is not the expected one (expected -> actual):
        borrowed: 1 -> 0
        """)
  }

  @Test
  func anErrorThatWasNotExpected() async throws {
    let test = TestCore(Library())
    #expect(
      await message { try await test.send(.borrow("Emma")) } == """
        After send(borrow("Emma")) the reducer threw an error: NoSuchBook(title: "Emma")
        If it should, say so: `send(…, throws: NoSuchBook.self)`.
        """)
  }

  @Test
  func noErrorOrAnotherOne() async throws {
    let test = TestCore(Library())
    #expect(
      await message { try await test.send(.close, throws: Library.NoSuchBook.self) } == """
        The reducer was expected to throw an error of type NoSuchBook in send(close), but it threw nothing.
        """)
    #expect(
      await message { try await test.send(.borrow("Emma"), throws: CancellationError.self) } == """
        The reducer was expected to throw an error of type CancellationError in send(borrow("Emma")), but it threw \
        NoSuchBook(title: "Emma").
        """)
  }

  @Test
  func anActionThatWasNotReceived() async throws {
    let test = TestCore(Library())
    try await test.send(.open) { $0.isLoading = true }
    test.core.send(.loaded(["Persuasion"]))
    await test.core.settled()
    let text = await message { try await test.send(.close) }
    // Which of the two came first, the machine decides.
    #expect(
      text.hasPrefix(
        "Before send(close) there were actions that the test has not received:\n- loaded(["))
    #expect(text.contains("\n- loaded([\"Emma\"]), from the effect \"load\"\n"))
    #expect(text.contains("\n- loaded([\"Persuasion\"]), from send\n"))
    #expect(
      text.hasSuffix(
        """

        Receive each of them in a step of its own, `try await test.receive(…)`, or make the test `.partial`.
        """))
  }

  @Test
  func anotherActionThanTheExpectedOne() async throws {
    let test = TestCore(Library())
    try await test.send(.open) { $0.isLoading = true }
    let expected = Library.Action.loaded(["Persuasion"])
    let shown = try #require(Difference(from: expected, to: .loaded(["Emma"]))?.description)
    #expect(
      await message { try await test.receive(expected) } == """
        receive(loaded(["Persuasion"])): another action came (expected -> actual):
        \(shown)
        What came, the first first:
        - loaded(["Emma"]), from the effect "load"
        """)
    #expect(
      await message { try await test.receive(where: { $0 == .close }) } == """
        receive(where:): another action came:
        What came, the first first:
        - loaded(["Emma"]), from the effect "load"
        """)
  }

  @Test
  func noActionCame() async throws {
    let test = TestCore(Library(), timeout: .milliseconds(10))
    #expect(
      await message { try await test.receive(.close) } == """
        receive(close): no such action came within 0.01 seconds.
        The core has nothing to do, and no effect runs that could send it.
        """)
  }

  @Test
  func noActionCameOfAnEffect() async throws {
    let gate = Gate()
    let test = TestCore(Library(), timeout: .milliseconds(10))
    test.core.dispatch(effect: {
      await gate.pass()
      return nil
    })
    #expect(
      await message { try await test.receive(.close) } == """
        receive(close): no such action came within 0.01 seconds.
        Effects that still run:
        - an effect without an id
        """)
    gate.open()
  }

  @Test
  func noSuchActionCameInAPartialTest() async throws {
    let test = TestCore(Library(), .partial, timeout: .milliseconds(10))
    await test.core.action(.open)
    await test.core.settled()
    #expect(
      await message { try await test.receive(.close) } == """
        receive(close): no such action came within 0.01 seconds.
        Other actions came:
        - open, from action
        - loaded(["Emma"]), from the effect "load"
        The core has nothing to do, and no effect runs that could send it.
        """)
  }

  @Test
  func aReducerThatHangs() async throws {
    let gate = Gate()
    let test = TestCore(Library(gate: gate), timeout: .milliseconds(10))
    #expect(
      await message { try await test.send(.wait) } == """
        send(wait) has not come to an end within 0.01 seconds: its reducer, or an action before it, still \
        waits for something.
        """)
    gate.open()
  }

  @Test
  func anotherActionCameThanTheOneThatThrows() async throws {
    let test = TestCore(Library())
    test.core.dispatch(effect: { .borrow("Emma") }, id: "lend")
    let expected = Library.Action.borrow("Persuasion")
    let shown = try #require(Difference(from: expected, to: .borrow("Emma"))?.description)
    #expect(
      await message { try await test.receive(expected, throws: Library.NoSuchBook.self) } == """
        receive(borrow("Persuasion")): another action came (expected -> actual):
        \(shown)
        What came, the first first:
        - borrow("Emma"), from the effect "lend"
        """)
    await test.core.settled()
  }

  @Test
  func whatIsBusyAndWhatWaits() async throws {
    let gate = Gate()
    let test = TestCore(Library(gate: gate), timeout: .milliseconds(10))
    for action in [Library.Action.wait, .close, .close] { test.core.send(action) }
    await gate.entered()
    #expect(
      await message { try await test.finish() } == """
        The test is over, but the core is not.
        What the core still does after 0.01 seconds:
        - an action is being reduced
        - actions that wait for their turn: 2
        Let it end before the test does: move the clock that it waits for, or cancel the effects, \
        `test.core.cancelAllEffects()`.
        If none of this matters here, make the test `.partial`.
        """)
    gate.open()
    await test.core.settled()
  }

  @Test
  func whatIsLeft() async throws {
    let gate = Gate()
    let test = TestCore(Library(), timeout: .milliseconds(10))
    test.core.send(.close)
    await test.core.settled()
    test.core.dispatch(
      effect: {
        await gate.pass()
        return nil
      }, id: "poll")
    #expect(
      await message { try await test.finish() } == """
        The test is over, but the core is not.
        Actions that the test has not received:
        - close, from send
        Receive each of them in a step of its own, `try await test.receive(…)`.
        What the core still does after 0.01 seconds:
        - the effect "poll"
        Let it end before the test does: move the clock that it waits for, or cancel the effects, \
        `test.core.cancelAllEffects()`.
        If none of this matters here, make the test `.partial`.
        """)
    gate.open()
  }

  private func message(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing failed"
    } catch {
      return (error as? TestCoreFailure)?.message ?? "\(error)"
    }
  }
}
