import CoreEngineStreams
import Testing

@Suite struct CompactMapTests {
  @Test func `Leaves out what becomes nil, and passes the end on`() {
    #expect(
      ["1", "x", "3"].publisher.compactMap { Int($0) }.record().history == [1, 3, .finished])
    #expect(
      Fail<Int, Failed>(error: Failed()).compactMap { Optional($0) }.record().history
        == [.failure(Failed())])
  }

  @Test func `Takes one level of optionals away`() {
    let nested: [Int??] = [1, .some(nil), nil]
    #expect(
      nested.publisher.compactMap { $0 }.record().history
        == [.value(1), .value(nil), .finished])
  }
}
