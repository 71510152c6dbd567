import CoreEngineStreams
import Testing

@Suite struct EmptyTests {
  @Test func `Finishes at once, or never`() {
    for (empty, expected) in [
      (Empty<Int, Failed>(), [.subscription, .finished]),
      (Empty(completeImmediately: false), [.subscription]),
      (Empty(outputType: Int.self, failureType: Failed.self), [.subscription, .finished]),
    ] as [(Empty<Int, Failed>, [Event<Int, Failed>])] {
      let recorder = Recorder<Int, Failed>()
      empty.subscribe(recorder)
      #expect(recorder.history == expected)
    }
    #expect(Empty<Int, Failed>() != Empty(completeImmediately: false))
  }
}
