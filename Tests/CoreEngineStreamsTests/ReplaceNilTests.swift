import CoreEngineStreams
import Testing

@Suite struct ReplaceNilTests {
  @Test func `Each nil is replaced`() {
    let recording = [1, nil, 3, nil].publisher.replaceNil(with: 0).record()
    #expect(recording.history == [1, 0, 3, 0, .finished])
  }

  @Test func `The replacement may be nil itself, where that is a value`() {
    let recording = [Int??.some(1), .none].publisher.replaceNil(with: Int?.none).record()
    #expect(recording.history == [.value(1), .value(nil), .finished])
  }
}
