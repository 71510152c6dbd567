import CoreEngineStreams
import Testing

@Suite struct PrefixWhileTests {
  @Test func `It finishes at the first value that does not satisfy the condition`() {
    let subject = PassthroughSubject<Int, Never>()
    var asked: [Int] = []
    let recording = subject.prefix { value in
      asked.append(value)
      return value < 3
    }.record()
    for value in [1, 2, 3, 1] { subject.send(value) }
    #expect(recording.history == [1, 2, .finished])
    #expect(asked == [1, 2, 3])
  }

  @Test func `R-TAKE: what is sent while the end is passed on is not heard`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.prefix { $0 < 3 }.record {
      subject.send($0 + 1)
    } atEnd: {
      subject.send(1)
    }
    subject.send(1)
    #expect(recording.history == [1, 2, .finished])
  }

  @Test func `It stops an infinite source`() {
    let recording = sequence(first: 1) { $0 + 1 }.publisher.prefix { $0 < 4 }.record()
    #expect(recording.history == [1, 2, 3, .finished])
  }
}
