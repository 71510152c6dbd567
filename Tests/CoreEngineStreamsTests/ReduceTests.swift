import CoreEngineStreams
import Testing

@Suite struct ReduceTests {
  @Test func `The result is published at the end`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.reduce("") { "\($0)\($1)" }.record()
    subject.send(1)
    subject.send(2)
    #expect(recording.history == [])
    subject.send(completion: .finished)
    #expect(recording.history == [.value("12"), .finished])
  }

  @Test func `Without values it is the initial result`() {
    #expect(Empty<Int, Never>().reduce(7) { $0 + $1 }.record().history == [7, .finished])
  }

  @Test func `Each subscription begins with the initial result`() {
    let sum = (1...3).publisher.reduce(0) { $0 + $1 }
    #expect(sum.record().history == [6, .finished])
    #expect(sum.record().history == [6, .finished])
  }
}
