import CoreEngineAsync
import TestSupport
import Testing

@testable import CoreEngineTesting

/// Steps that go as they should.
@Suite(.timeLimit(.minutes(10)))
struct TestCoreTests {
  @Test
  func aTestReadsLikeTheSpecification() async throws {
    let test = TestCore(Library())

    try await test.send(.open) { $0.isLoading = true }
    try await test.receive(.loaded(["Emma"])) {
      $0.isLoading = false
      $0.books = ["Emma"]
    }
    try await test.send(.borrow("Emma")) {
      $0.books = []
      $0.borrowed = 1
    }
    try await test.finish()
  }

  @Test
  func aStepThatChangesNothingNeedsNoClosure() async throws {
    let test = TestCore(Library())
    try await test.send(.loaded([]))
    try await test.finish()
  }

  @Test
  func anExpectedErrorIsReturned() async throws {
    let test = TestCore(Library())
    let error = try await test.send(.borrow("Emma"), throws: Library.NoSuchBook.self)
    #expect(error.title == "Emma")
    test.core.dispatch(effect: { .borrow("Persuasion") })
    let other = try await test.receive(.borrow("Persuasion"), throws: Library.NoSuchBook.self)
    #expect(other.title == "Persuasion")
    try await test.finish()
  }

  @Test
  func anActionIsReceivedByWhatItIsLike() async throws {
    let test = TestCore(Library())
    try await test.send(.open) { $0.isLoading = true }
    let action = try await test.receive(where: { if case .loaded = $0 { true } else { false } }) {
      $0 = Library.State(books: ["Emma"])
    }
    #expect(action == .loaded(["Emma"]))
    try await test.finish()
  }

  @Test
  func receivesWhatAnybodyElseSends() async throws {
    let test = TestCore(Library())
    test.core.send(.loaded(["Emma"]))
    try await test.receive(.loaded(["Emma"])) { $0.books = ["Emma"] }
    await test.core.action(.loaded([]))
    try await test.receive(.loaded([])) { $0.books = [] }
    try await test.finish()
  }

  @Test
  func waitsForAnEffectThatTakesLong() async throws {
    let gate = Gate()
    let test = TestCore(
      Library(load: {
        await gate.pass()
        return []
      }))
    try await test.send(.open) { $0.isLoading = true }
    async let received: Void = test.receive(.loaded([])) { $0.isLoading = false }
    await gate.entered()
    gate.open()
    try await received
    try await test.finish()
  }

  @Test
  func aPartialTestNamesWhatItCaresAbout() async throws {
    let test = TestCore(Library(), .partial)
    try await test.send(.open)
    test.core.send(.loaded(["Emma", "Persuasion"]))
    try await test.receive(.loaded(["Emma", "Persuasion"])) { $0.books[1] = "Persuasion" }
    test.core.send(.open)
    try await test.finish()
  }

  /// What comes of the step's own task is not the step's action.
  @Test
  func anActionOfAnEffectIsReceivedThoughItIsAwaited() async throws {
    let test = TestCore(Forwarder())
    try await test.send(1) { $0 = 1 }
    try await test.receive(2) { $0 = 3 }
    try await test.finish()
  }

  @Test
  func cancellingTheTestEndsItsStep() async throws {
    let test = TestCore(Library(), timeout: .seconds(600))
    let task = Task { try await test.receive(.open) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test
  func letsGoOfTheCore() async throws {
    let probe = LifetimeProbe()
    do {
      let test = TestCore(Library(load: { [object = probe.object()] in ["\(object)"] }))
      try await test.send(.loaded([]))
      try await test.finish()
    }
    await probe.falls(to: 0)
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func takesPartInInterleavings() async throws {
    try await withInterleavings(seeds: 0..<200) {
      let test = TestCore(Library())
      try await test.send(.open) { $0.isLoading = true }
      try await test.receive(.loaded(["Emma"])) { $0 = Library.State(books: ["Emma"]) }
      try await test.finish()
    }
  }
}

/// Its effect hands the next action over itself.
private actor Forwarder: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int {
    if action == 1 {
      dispatch(effect: { [self] in
        await self.action(2)
        return nil
      })
    }
    return state + action
  }
}
