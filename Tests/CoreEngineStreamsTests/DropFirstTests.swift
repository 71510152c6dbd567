import CoreEngineStreams
import Testing

@Suite struct DropFirstTests {
  @Test(
    arguments: [
      (0, [1, 2, 3, .finished]), (1, [2, 3, .finished]), (3, [.finished]), (Int.max, [.finished]),
    ] as [(Int, [Event<Int, Never>])])
  func `It leaves out so many values`(count: Int, history: [Event<Int, Never>]) {
    #expect((1...3).publisher.dropFirst(count).record().history == history)
  }

  @Test func `It leaves out what a property publishes at once`() {
    let core = TallyCore()
    let recording = core.$state.map(\.count).dropFirst().record()
    core.action(.add(1))
    #expect(recording.history == [1])
  }

  @Test func `Each subscription counts for itself`() {
    let last = (1...3).publisher.dropFirst(2)
    #expect(last.record().history == [3, .finished])
    #expect(last.record().history == [3, .finished])
  }

  @Test func `A negative count stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Just(1).dropFirst(-1)
    }
    #expect(result?.errorText.contains("CoreEngine: the count of dropFirst(_:) is -1,") == true)
  }
}
