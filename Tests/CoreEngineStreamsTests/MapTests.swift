import CoreEngineStreams
import Testing

@Suite struct MapTests {
  @Test func `Changes each value, and passes the end on`() {
    #expect([1, 2, 3].publisher.map { $0 * 10 }.record().history == [10, 20, 30, .finished])
    #expect(Fail<Int, Failed>(error: Failed()).map { $0 }.record().history == [.failure(Failed())])
  }

  @Test func `Takes a key path, and changes the type`() {
    #expect(
      ["a", "bc"].publisher.map(\.count).record().history == [1, 2, .finished])
  }
}
