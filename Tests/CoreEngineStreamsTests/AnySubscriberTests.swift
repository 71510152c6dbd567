import CoreEngineStreams
import Testing

@Suite struct AnySubscriberTests {
  @Test func `Passes everything on, answers too`() {
    let recorder = Recorder<Int, Failed> { _, event in event != 2 }
    let erased = AnySubscriber(AnySubscriber(recorder))
    erased.receive(subscription: CountedSubscription())
    #expect(erased.receive(1))
    #expect(!erased.receive(2))
    erased.receive(completion: .failure(Failed()))
    erased.receive(completion: .finished)
    #expect(recorder.history == [.subscription, 1, 2, .failure(Failed()), .finished])
    #expect(recorder.subscriptions.count == 1)
  }
}
