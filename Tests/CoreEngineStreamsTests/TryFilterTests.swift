import CoreEngineStreams
import Testing

@Suite struct TryFilterTests {
  @Test func `It passes on what satisfies the condition`() {
    let recording = (1...4).publisher.tryFilter { $0.isMultiple(of: 2) }.asFailed().record()
    #expect(recording.history == [2, 4, .finished])
  }

  @Test func `What the condition throws is the failure`() {
    let recording = (1...4).publisher.tryFilter { value in
      if value == 3 { throw Failed(code: value) }
      return value == 2
    }.asFailed().record()
    #expect(recording.history == [2, .failure(Failed(code: 3))])
  }

  @Test func `Optional values are values`() {
    let recording = [1, nil, 3].publisher.tryFilter { $0 != 1 }.asFailed().record()
    #expect(recording.history == [.value(nil), .value(3), .finished])
  }
}
