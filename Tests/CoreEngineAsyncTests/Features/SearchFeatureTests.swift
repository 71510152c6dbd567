import CoreEngineAsync
import TestSupport
import Testing

/// Search as you type: it waits for a pause, and the newest text wins.
@Suite(.timeLimit(.minutes(10))) struct SearchFeatureTests {
  private actor Search: AsyncCore {
    enum Action: Sendable {
      case typed(String)
      case found([String], for: String)
      case failed
    }

    struct State: Equatable, Sendable {
      var text = ""
      var results: [String] = []
      var isSearching = false
      var hasFailed = false
    }

    let store = AsyncCoreStore(initialState: State())
    private let find: @Sendable (String) async throws -> [String]
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>, find: @escaping @Sendable (String) async throws -> [String]) {
      self.clock = clock
      self.find = find
    }

    func reduce(state: State, action: Action) async throws -> State {
      var next = state
      switch action {
      case .typed(let text):
        next.text = text
        next.hasFailed = false
        next.isSearching = !text.isEmpty
        if text.isEmpty {
          next.results = []
          cancelEffect(id: "search")
        } else {
          dispatch(
            effect: { [find] in .found(try await find(text), for: text) },
            id: "search", policy: .debounce(.milliseconds(300)), clock: clock)
        }
      case .found(let results, let text):
        guard text == state.text else { return state }
        next.results = results
        next.isSearching = false
      case .failed:
        next.hasFailed = true
        next.isSearching = false
      }
      return next
    }

    func handleError(error: any Error) async { send(.failed) }
  }

  private let clock = TestClock()

  @Test func `Only the text before a pause is searched for`() async {
    let asked = Log<String>()
    let search = Search(clock: clock) { text in
      asked.append(text)
      return [text, text + "!"]
    }
    var results = search.states.results.makeAsyncIterator()
    for text in ["s", "sw", "swi"] {
      await search.action(.typed(text))
      await clock.sleepers(1)
      await clock.advance(by: .milliseconds(299))
    }
    #expect(asked.values == [])
    #expect(search.isSearching)
    await clock.advance(by: .milliseconds(1))
    await search.settled()
    #expect(asked.values == ["swi"])
    #expect(!search.isSearching)
    #expect(await results.next() == [])
    #expect(await results.next() == ["swi", "swi!"])
  }

  @Test func `An answer that is late is dropped, and an empty field asks nobody`() async {
    let gate = Gate()
    let search = Search(clock: clock) { text in
      await gate.pass()
      return [text]
    }
    await search.action(.typed("slow"))
    await clock.sleepers(1)
    await clock.advance(by: .milliseconds(300))
    await gate.entered()
    await search.action(.typed(""))
    gate.open()
    await search.settled()
    #expect(search.currentState == Search.State())
    #expect(clock.sleepers == 0)
  }

  @Test func `A search that fails says so, and the next one is tried`() async {
    let search = Search(clock: clock) { text in
      if text == "bad" { throw TestError() }
      return [text]
    }
    for text in ["bad", "good"] {
      await search.action(.typed(text))
      await clock.sleepers(1)
      await clock.advance(by: .milliseconds(300))
      await search.settled()
      #expect(search.hasFailed == (text == "bad"))
    }
    #expect(search.results == ["good"])
  }
}
