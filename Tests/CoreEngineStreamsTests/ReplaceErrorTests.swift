import CoreEngineStreams
import Testing

@Suite struct ReplaceErrorTests {
  @Test func `A failure becomes a value and a normal end`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.replaceError(with: 9).record()
    subject.send(1)
    subject.send(completion: .failure(Failed()))
    #expect(recording.history == [1, 9, .finished])
  }

  @Test func `A normal end stays what it is`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.replaceError(with: 9).record()
    subject.send(completion: .finished)
    #expect(recording.history == [.finished])
  }

  @Test func `The replacement may be cancelled as it arrives`() {
    let recorder = Recorder<Int, Never> { recorder, event in
      if event == 9 { recorder.cancel() }
      return true
    }
    Fail<Int, Failed>(error: Failed()).replaceError(with: 9).subscribe(recorder)
    #expect(recorder.history == [.subscription, 9])
  }
}
