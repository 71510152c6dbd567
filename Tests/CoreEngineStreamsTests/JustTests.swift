import CoreEngineStreams
import Testing

@Suite struct JustTests {
  @Test func `Publishes its value and finishes, for each subscriber`() {
    let just = Just(1)
    #expect(just.record().history == [1, .finished])
    let recorder = Recorder<Int, Never>()
    just.subscribe(recorder)
    #expect(recorder.history == [.subscription, 1, .finished])
    #expect(just == Just(1))
    #expect(just != Just(2))
  }

  @Test func `Does not finish for who declined the value`() {
    let recorder = Recorder<Int, Never> { _, _ in false }
    Just(1).subscribe(recorder)
    #expect(recorder.history == [.subscription, 1])
  }
}
