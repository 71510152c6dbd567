import TestSupport
import Testing

@testable import CoreEngineAsync

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreStoreTests {
  private actor Sharing: AsyncCore {
    let store: AsyncCoreStore<Int>

    init(_ store: AsyncCoreStore<Int>) { self.store = store }

    func reduce(state: Int, action: Int) async throws -> Int { state + action }
  }

  @Test func `Holds the initial state`() async {
    let core = Sharing(AsyncCoreStore(initialState: 7))
    #expect(core.currentState == 7)
    #expect(await core.states.first { _ in true } == 7)
  }

  @Test func `Is refused to a second core, with a reason`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = AsyncCoreStore(initialState: 0)
      let first = Sharing(store)
      await first.action(1)
      Sharing(store).send(1)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("CoreEngine: a second core, of type Sharing, uses the AsyncCoreStore"))
    #expect(message.contains("give each core its own, with `AsyncCoreStore(initialState:)`"))
  }

  @Test func `Is made for one core although many threads are its first to act`() async {
    for _ in 0..<200 {
      let core = TestCore<Int, Int>.adder()
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { core.send(1) } }
      }
      await core.action(1)
      #expect(core.currentState == 5)
    }
  }

  @Test func `Ends iterations when it goes, although nobody ever acted`() async {
    var store: AsyncCoreStore? = AsyncCoreStore(initialState: 1)
    let core = Owner(Sharing(store!))
    let states = core.value!.states
    core.release()
    let consumer = Consumer(states)
    await consumer.received(1)
    store = nil
    #expect(await consumer.end() == [1])
  }

  @Test func `What it made for its core goes with it`() async {
    weak var mailbox: AnyMailbox?
    do {
      let core = TestCore<Int, Int>.adder()
      await core.action(1)
      mailbox = core.store.mailbox(of: core).takeUnretainedValue()
      #expect(mailbox != nil)
    }
    #expect(mailbox == nil)
  }
}
