import CoreEngineStreams
import TestSupport
import Testing

@Suite struct SinkTests {
  @Test func `Calls its closures with values and the end`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.record()
    subject.send(1)
    subject.send(completion: .failure(Failed()))
    #expect(recording.history == [1, .failure(Failed())])
  }

  @Test func `Needs no closure for an end that cannot fail`() {
    var values: [Int] = []
    [1, 2].publisher.sink { values.append($0) }.cancel()
    #expect(values == [1, 2])
  }

  @Test func `Dropping the token ends it`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    do {
      let token = subject.sink { values.append($0) }
      subject.send(1)
      withExtendedLifetime(token) {}
    }
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `No end is reported to who cancelled inside the last value`() {
    var token: AnyCancellable?
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.record { _ in
      subject.send(completion: .finished)
      token?.cancel()
    }
    token = recording.token
    subject.send(1)
    #expect(recording.history == [1])
  }

  @Test func `An end inside a value comes after it`() {
    let subject = PassthroughSubject<Int, Failed>()
    var log: [String] = []
    let recording = subject.record { _ in
      subject.send(completion: .finished)
      log.append("value")
    } atEnd: {
      log.append("end")
    }
    subject.send(1)
    #expect(log == ["value", "end"])
    #expect(recording.history == [1, .finished])
  }
}
