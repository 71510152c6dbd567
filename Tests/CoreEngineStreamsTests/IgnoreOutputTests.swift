import CoreEngineStreams
import Testing

@Suite struct IgnoreOutputTests {
  @Test func `Only the end passes`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recorder = Recorder<Never, Failed>()
    subject.ignoreOutput().subscribe(recorder)
    subject.send(1)
    subject.send(completion: .failure(Failed(code: 1)))
    #expect(recorder.history == [.subscription, .failure(Failed(code: 1))])
  }
}
