import CoreEngineStreams
import Testing

@Suite struct FilterTests {
  @Test func `Passes on what satisfies the condition, and the end`() {
    #expect(
      (1...4).publisher.filter { $0.isMultiple(of: 2) }.record().history == [2, 4, .finished])
    #expect([1].publisher.filter { _ in false }.record().history == [.finished])
    #expect(
      Fail<Int, Failed>(error: Failed()).filter { _ in true }.record().history
        == [.failure(Failed())])
  }
}
