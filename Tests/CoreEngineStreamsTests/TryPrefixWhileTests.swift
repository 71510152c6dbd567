import CoreEngineStreams
import Testing

@Suite struct TryPrefixWhileTests {
  @Test func `It finishes at the first value that does not satisfy the condition`() {
    let recording = [1, 2, 3, 1].publisher.tryPrefix { $0 < 3 }.asFailed().record()
    #expect(recording.history == [1, 2, .finished])
  }

  @Test func `What the condition throws is the failure`() {
    let recording = [1, 2, 3, 1].publisher.tryPrefix { value in
      if value == 2 { throw Failed(code: value) }
      return true
    }.asFailed().record()
    #expect(recording.history == [1, .failure(Failed(code: 2))])
  }
}
