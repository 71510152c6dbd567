import CoreEngineStreams
import Testing

@Suite struct CollectTests {
  @Test func `All values are published at the end`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.collect().record()
    subject.send(1)
    subject.send(2)
    #expect(recording.history == [])
    subject.send(completion: .finished)
    #expect(recording.history == [.value([1, 2]), .finished])
  }

  @Test func `Without values it is an empty array`() {
    #expect(Empty<Int, Never>().collect().record().history == [.value([]), .finished])
  }

  @Test func `A failure comes alone`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.collect().record()
    subject.send(1)
    subject.send(completion: .failure(Failed(code: 1)))
    #expect(recording.history == [.failure(Failed(code: 1))])
  }
}
