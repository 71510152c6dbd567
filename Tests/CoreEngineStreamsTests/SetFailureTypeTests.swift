import CoreEngineStreams
import Testing

@Suite struct SetFailureTypeTests {
  @Test func `Changes the type of the failure, and nothing else`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let publisher: any Publisher<Int, Failed> = subject.setFailureType(to: Failed.self)
    let recording = publisher.record()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(recording.history == [0, 1, .finished])
  }
}
