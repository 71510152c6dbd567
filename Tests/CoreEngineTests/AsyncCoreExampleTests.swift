import CoreEngine
import Testing

@MainActor @Suite struct AsyncCoreExampleTests {
  /// The loops of the document never end, and keep their core: this says where.
  private static var kept: [AsyncCoreExample.ViewController] = []

  @Test func `Both loops print the count at first and after each tap`() async {
    let (lines, console) = AsyncStream<String>.makeStream()
    var printed = lines.makeAsyncIterator()
    // One line of each loop: which is first is open.
    func expectTwice(_ line: String) async {
      #expect(await printed.next(isolation: #isolation) == line)
      #expect(await printed.next(isolation: #isolation) == line)
    }
    let controller = AsyncCoreExample.ViewController()
    Self.kept.append(controller)
    Console.$lines.withValue(console) { controller.loadViewIfNeeded() }
    await expectTwice("Count: 0")
    controller.increaseTapped()
    await expectTwice("Count: 1")
    controller.increaseTapped()
    await expectTwice("Count: 2")
    controller.decreaseTapped()
    await expectTwice("Count: 1")
  }

  @Test func `A core is made, sent to and read without await`() async {
    let core = AsyncCoreExample.AsyncMainCore(initialState: .init(count: 5))
    #expect(core.currentState == .init(count: 5))
    var counts = core.states.map(\.count).makeAsyncIterator()
    core.send(.increase)
    core.send(.decrease)
    var received: [Int] = []
    while received.count < 3, let count = await counts.next() { received.append(count) }
    #expect(received == [5, 6, 5])
    #expect(core.count == 5)
  }
}
