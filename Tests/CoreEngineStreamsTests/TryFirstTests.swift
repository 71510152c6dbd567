import CoreEngineStreams
import Testing

@Suite struct TryFirstTests {
  @Test func `It passes on the first value that satisfies the condition, and finishes`() {
    #expect((1...3).publisher.tryFirst { $0 > 1 }.asFailed().record().history == [2, .finished])
    #expect((1...3).publisher.tryFirst { $0 > 3 }.asFailed().record().history == [.finished])
  }

  @Test func `What the condition throws is the failure`() {
    let recording = (1...3).publisher.tryFirst { value in
      if value == 2 { throw Failed(code: value) }
      return value == 3
    }.asFailed().record()
    #expect(recording.history == [.failure(Failed(code: 2))])
  }
}
