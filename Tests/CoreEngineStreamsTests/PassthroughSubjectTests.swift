import CoreEngineStreams
import TestSupport
import Testing

@Suite struct PassthroughSubjectTests {
  @Test func `Delivers what is sent after subscribing`() {
    let subject = PassthroughSubject<Int, Never>()
    subject.send(1)
    let recording = subject.record()
    subject.send(2)
    subject.send(3)
    #expect(recording.history == [2, 3])
  }

  @Test func `Hands out one subscription, and takes no for an answer`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never> { _, event in event != 2 }
    subject.subscribe(recorder)
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(recorder.history == [.subscription, 1, 2])
  }

  @Test func `A signal carries nothing`() {
    let subject = PassthroughSubject<Void, Never>()
    var count = 0
    let token = subject.sink { count += 1 }
    subject.send()
    subject.send(())
    #expect(count == 2)
    token.cancel()
  }

  @Test func `Releasing it ends its subscriptions without a completion`() {
    var subject: PassthroughSubject<Int, Never>? = PassthroughSubject()
    let recording = subject?.record()
    subject?.send(1)
    subject = nil
    #expect(recording?.history == [1])
    recording?.cancel()
  }

  @Test func `One subscriber may subscribe twice`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never>()
    subject.subscribe(recorder)
    subject.subscribe(recorder)
    subject.send(1)
    recorder.subscriptions[0].cancel()
    subject.send(2)
    #expect(recorder.history == [.subscription, .subscription, 1, 1, 2])
  }
}
