import CoreEngineStreams
import Testing

@Suite struct TryDropWhileTests {
  @Test func `It passes everything on from the first value that does not satisfy the condition`() {
    let recording = [1, 2, 3, 1].publisher.tryDrop { value in
      if value == 1 || value == 2 { return true }
      if value == 3 { return false }
      throw Failed()
    }.asFailed().record()
    #expect(recording.history == [3, 1, .finished])
  }

  @Test func `What the condition throws is the failure`() {
    let recording = [1, 2, 3].publisher.tryDrop { value in
      if value == 2 { throw Failed(code: value) }
      return true
    }.asFailed().record()
    #expect(recording.history == [.failure(Failed(code: 2))])
  }
}
