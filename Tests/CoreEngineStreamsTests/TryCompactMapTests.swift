import CoreEngineStreams
import Testing

@Suite struct TryCompactMapTests {
  @Test func `It publishes the results that are not nil`() {
    let recording = ["1", "x", "3"].publisher.tryCompactMap { Int($0) }.asFailed().record()
    #expect(recording.history == [1, 3, .finished])
  }

  @Test func `What the closure throws is the failure`() {
    let recording = ["1", "x", "", "3"].publisher.tryCompactMap { text -> Int? in
      if text.isEmpty { throw Failed() }
      return Int(text)
    }.asFailed().record()
    #expect(recording.history == [1, .failure(Failed())])
  }
}
