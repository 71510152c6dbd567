// T1: what delivers in an isolation does not leave it.
// expected: risks causing data races between main actor-isolated code and concurrent execution of the closure
import CoreEngineStreams

struct Forgetful: Subscriber {
  func receive(subscription: any Subscription) {}
  func receive(_ input: Int) -> Bool { true }
  func receive(completion: Subscribers.Completion<Never>) {}
}

@MainActor func attach(_ subject: PassthroughSubject<Int, Never>) {
  let quiet = subject.debounce(for: .seconds(1))
  quiet.subscribe(Forgetful())
  #if REFUSED
    Task.detached { quiet.subscribe(Forgetful()) }
  #endif
}
