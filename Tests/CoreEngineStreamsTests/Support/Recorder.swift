import CoreEngineStreams

/// A subscriber that notes all that it receives, and then does what a test asks for.
final class Recorder<Input, Failure: Error>: Subscriber {
  private(set) var history: [Event<Input, Failure>] = []
  private(set) var subscriptions: [any Subscription] = []

  /// Called with each event after it was noted; its answer says whether more values are wanted.
  private let react: (Recorder, Event<Input, Failure>) -> Bool

  init(_ react: @escaping (Recorder, Event<Input, Failure>) -> Bool = { _, _ in true }) {
    self.react = react
  }

  func receive(subscription: any Subscription) {
    subscriptions.append(subscription)
    note(.subscription)
  }

  func receive(_ input: Input) -> Bool { note(.value(input)) }

  func receive(completion: Subscribers.Completion<Failure>) { note(Event(completion)) }

  func cancel() {
    for subscription in subscriptions { subscription.cancel() }
  }

  @discardableResult
  func note(_ event: Event<Input, Failure>) -> Bool {
    history.append(event)
    return react(self, event)
  }
}

/// What a `sink` has received, together with its token.
struct Recording<Input, Failure: Error> {
  let recorder: Recorder<Input, Failure>
  let token: AnyCancellable

  var history: [Event<Input, Failure>] { recorder.history }

  func cancel() { token.cancel() }
}

extension Publisher {
  /// Records by means of a `sink` until the recording is released or cancelled.
  func record(
    _ react: @escaping (Output) -> Void = { _ in }, atEnd: @escaping () -> Void = {}
  ) -> Recording<Output, Failure> {
    let recorder = Recorder<Output, Failure> { _, event in
      switch event {
      case .subscription: break
      case .value(let value): react(value)
      case .finished, .failure: atEnd()
      }
      return true
    }
    let token = sink(
      receiveCompletion: { recorder.note(Event($0)) },
      receiveValue: { recorder.note(.value($0)) })
    return Recording(recorder: recorder, token: token)
  }
}
