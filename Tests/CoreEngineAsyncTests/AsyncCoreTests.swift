import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreTests {
  actor Counter: AsyncCore {
    enum Action: Sendable { case increase, decrease }
    struct State: Equatable, Sendable {
      var count = 0
      var user = User()
    }
    struct User: Equatable, Sendable { var name = "nobody" }

    let store = AsyncCoreStore(initialState: State())

    func reduce(state: State, action: Action) async throws -> State {
      var next = state
      switch action {
      case .increase: next.count += 1
      case .decrease: next.count -= 1
      }
      return next
    }

    func increaseTwice() async {
      await action(.increase)
      await self(.increase)
    }
  }

  @Test func `Sends, acts and reads`() async {
    let core = Counter()
    core.send(.increase)
    await core.action(.increase)
    #expect(core.currentState.count == 2)
    await core(.increase, .decrease, .decrease)
    #expect(core.count == 1)
    #expect(core.user.name == "nobody")
  }

  @Test func `Every state is delivered once, in order, and the loop ends with the core`() async {
    var core: Counter? = Counter()
    let states = core!.states
    var counts = states.count.makeAsyncIterator()
    var names = states.user.name.makeAsyncIterator()
    for _ in 0..<200 { await core?.action(.increase) }
    core = nil
    var seen: [Int] = []
    while let count = await counts.next() { seen.append(count) }
    #expect(seen == Array(0...200))
    #expect(await names.next() == "nobody")
    #expect(await names.next() == nil)
  }

  @Test func `Reads properties of the state, and a call without actions does nothing`() async {
    let core = Counter()
    await core()
    #expect(core.currentState == Counter.State())
    #expect(core.user.name.count == 6)
  }

  @Test func `Acts from its own methods and from the main actor`() async {
    let core = Counter()
    await core.increaseTwice()
    await MainActor.run { core.send(.increase) }
    await Task { @MainActor in await core.action(.increase) }.value
    #expect(core.count == 4)
  }

  @Test func `Works as a generic and as an existential`() async {
    func act<Core: AsyncCore>(_ core: Core, _ action: Core.Action) async -> Core.State {
      core.send(action)
      await core.action(action)
      return core.currentState
    }
    #expect(await act(Counter(), .increase).count == 2)
    let core: any AsyncCore<Counter.State, Counter.Action> = Counter()
    #expect(await act(core, .increase) == Counter.State(count: 2))
  }

  private actor Failing: AsyncCore {
    let store = AsyncCoreStore(initialState: 0)

    func reduce(state: Int, action: Int) async throws -> Int { throw TestError() }
  }

  @Test func `An error that nobody handles is told of, in debug builds`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let core = Failing()
      await core.action(1)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = message.split(separator: "\n").filter { $0.hasPrefix("CoreEngine:") }
    #if DEBUG
      #expect(
        lines == [
          """
          CoreEngine: Failing has no handleError(error:), so this error of an effect or action was \
          ignored: TestError()
          """
        ])
    #else
      #expect(lines.isEmpty)
    #endif
  }

  /// Begins a task on itself in its first reduction.
  private actor Tireless: AsyncCore {
    let store = AsyncCoreStore(initialState: 0)
    private(set) var stateOfOther: Int?

    func reduce(state: Int, action: Int) -> Int {
      if state == 0 { Task { stateOfOther = currentState } }
      return state + action
    }
  }

  @Test func `A reducer that never suspends leaves others on its actor their turn`() async throws {
    let core = Tireless()
    for _ in 0..<10_000 { core.send(1) }
    await core.settled()
    #expect(core.currentState == 10_000)
    #expect(try #require(await core.stateOfOther) < 10_000)
  }
}
