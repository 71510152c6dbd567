import CoreEngineStreams
import Testing

@Suite struct TryScanTests {
  @Test func `It publishes each result, and not the initial one`() {
    let recording = (1...4).publisher.tryScan(0) { $0 + $1 }.asFailed().record()
    #expect(recording.history == [1, 3, 6, 10, .finished])
  }

  @Test func `What the closure throws is the failure`() {
    let sums = (1...4).publisher.tryScan(0) { sum, value in
      if sum + value > 3 { throw Failed(code: sum) }
      return sum + value
    }.asFailed()
    #expect(sums.record().history == [1, 3, .failure(Failed(code: 3))])
    #expect(sums.record().history == [1, 3, .failure(Failed(code: 3))])
  }

  @Test func `R-NESTEDLOST: what a sink sends builds on the result that it received`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.tryScan(0) { $0 + $1 }.asFailed().record {
      if $0 < 4 { subject.send(1) }
    }
    subject.send(1)
    #expect(recording.history == [1, 2, 3, 4])
  }
}
