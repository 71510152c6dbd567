import CoreEngineStreams
import Testing

@Suite struct ScanTests {
  @Test func `It publishes each result, and not the initial one`() {
    let recording = (1...4).publisher.scan(0) { $0 + $1 }.record()
    #expect(recording.history == [1, 3, 6, 10, .finished])
  }

  @Test func `The result may be of another type`() {
    let recording = (1...3).publisher.scan("") { "\($0)\($1)" }.record()
    #expect(recording.history == [.value("1"), .value("12"), .value("123"), .finished])
  }

  @Test func `Each subscription begins with the initial result`() {
    let sums = (1...3).publisher.scan(0) { $0 + $1 }
    #expect(sums.record().history == [1, 3, 6, .finished])
    #expect(sums.record().history == [1, 3, 6, .finished])
  }

  @Test func `R-NESTEDLOST: what a sink sends builds on the result that it received`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.scan(0) { $0 + $1 }.record { if $0 < 4 { subject.send(1) } }
    subject.send(1)
    subject.send(10)
    #expect(recording.history == [1, 2, 3, 4, 14])
  }
}
