import CoreEngineAsync
import TestSupport
import Testing

@Suite struct AsyncCoreTests {
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
}
