import CoreEngineStreams
import Testing

@Suite struct MapErrorTests {
  @Test func `Changes the error of a failure, and nothing else`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.mapError { Failed(code: $0.code + 1) }.record()
    subject.send(1)
    subject.send(completion: .failure(Failed(code: 1)))
    #expect(recording.history == [1, .failure(Failed(code: 2))])
    var calls = 0
    let finishing = [1].publisher.setFailureType(to: Failed.self).mapError { error in
      calls += 1
      return error
    }
    #expect(finishing.record().history == [1, .finished])
    #expect(calls == 0)
  }
}
