import CoreEngineStreams
import TestSupport
import Testing

/// T2, T4 and T5 of every operator with one input.
@Suite struct OperatorEndContractTests {
  typealias Subject = PassthroughSubject<Int, Failed>

  @Test(arguments: OperatorCase.all)
  func `E-TERMINAL: nothing follows the end`(operation: OperatorCase) {
    let subject = Subject()
    let recording = operation.make(from: subject).record()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    subject.send(4)
    subject.send(completion: .failure(Failed()))
    #expect(recording.history == operation.finishing)
  }

  @Test(arguments: OperatorCase.all)
  func `E-TERMINAL: nothing follows a failure`(operation: OperatorCase) {
    let subject = Subject()
    let recording = operation.make(from: subject).record()
    subject.send(1)
    subject.send(completion: .failure(OperatorCase.sent))
    subject.send(2)
    subject.send(completion: .finished)
    #expect(recording.history == operation.failing)
  }

  @Test(arguments: OperatorCase.all)
  func `E-COMPLETEINSUB: what ends inside subscribe is received whole`(operation: OperatorCase) {
    let numbers = [1, 2, 3].publisher.setFailureType(to: Failed.self)
    let recorder = Recorder<Int, Failed>()
    operation.make(from: numbers).subscribe(recorder)
    #expect(recorder.history == [.subscription] + operation.finishing)
  }

  @Test(arguments: OperatorCase.all)
  func `E-COMPLETEINSUB: a source that breaks the rules is cut off at its end`(
    operation: OperatorCase
  ) {
    let first = CountedSubscription()
    let second = CountedSubscription()
    let source = Improvised<Int, Failed> { subscriber in
      subscriber.receive(subscription: first)
      subscriber.receive(subscription: second)
      for value in 1...3 { subscriber.receive(value) }
      subscriber.receive(completion: .finished)
      subscriber.receive(4)
      subscriber.receive(completion: .failure(Failed()))
      subscriber.receive(completion: .finished)
    }
    let recording = operation.make(from: source).record()
    #expect(recording.history == operation.finishing)
    recording.cancel()
    guard operation.name != "prefix(0)" else { return }
    #expect(first.cancels == (Self.endsUpstream(operation) ? 1 : 0))
    #expect(second.cancels == 1)
  }

  @Test(arguments: OperatorCase.all)
  func `E-COMPLETEINSUB: an end before the subscription is one`(operation: OperatorCase) {
    let subscription = CountedSubscription()
    let source = Improvised<Int, Failed> { subscriber in
      for value in 1...3 { subscriber.receive(value) }
      subscriber.receive(completion: .finished)
      subscriber.receive(subscription: subscription)
      subscriber.receive(1)
    }
    let recording = operation.make(from: source).record()
    #expect(recording.history == operation.finishing)
    #expect(subscription.cancels == (operation.name == "prefix(0)" ? 0 : 1))
  }

  /// How a subscriber may say that it wants no more.
  enum Refusal: CaseIterable { case cancel, answer }

  @Test(arguments: OperatorCase.all, Refusal.allCases)
  func `E-CANCEL3: nothing follows the event at which downstream stops`(
    operation: OperatorCase, refusal: Refusal
  ) {
    let whole = [.subscription] + operation.finishing
    for last in whole.indices where refusal == .cancel || Self.isValue(whole[last]) {
      func makeRecorder() -> Recorder<Int, Failed> {
        Recorder { recorder, _ in
          guard recorder.history.count > last else { return true }
          if refusal == .cancel { recorder.cancel() }
          return refusal == .cancel
        }
      }
      let subject = Subject()
      let later = makeRecorder()
      operation.make(from: subject).subscribe(later)
      for value in 1...3 { subject.send(value) }
      subject.send(completion: .finished)
      #expect(later.history == Array(whole.prefix(through: last)))

      let atOnce = makeRecorder()
      operation.make(from: [1, 2, 3].publisher.setFailureType(to: Failed.self)).subscribe(atOnce)
      #expect(atOnce.history == Array(whole.prefix(through: last)))
    }
  }

  @Test(arguments: OperatorCase.all)
  func `E-CANCEL3: upstream is cancelled once, before the end is passed on`(
    operation: OperatorCase
  ) {
    let subscription = CountedSubscription()
    let subject = Subject()
    let source = Improvised<Int, Failed> { subscriber in
      subject.receive(subscriber: Forwarding(subscriber, subscription: subscription))
    }
    var cancelsAtEnd: Int?
    let token = operation.make(from: source).sink { _ in
      cancelsAtEnd = subscription.cancels
    } receiveValue: { _ in
    }
    for value in 1...3 { subject.send(value) }
    let isOver = cancelsAtEnd != nil
    #expect(isOver == Self.endsUpstream(operation))
    if isOver, operation.name != "prefix(0)" { #expect(cancelsAtEnd == 1) }
    token.cancel()
    token.cancel()
    #expect(subscription.cancels == (operation.name == "prefix(0)" ? 0 : 1))
  }

  @Test(arguments: OperatorCase.all)
  func `R-OBSORDER: what a sink sends is delivered after what it received`(
    operation: OperatorCase
  ) {
    let subject = Subject()
    let reentrant = operation.make(from: subject).record { value in
      if value < 10 { subject.send(value + 10) }
    }
    let inputs = subject.record()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)

    let calm = Subject()
    let expected = operation.make(from: calm).record()
    for case .value(let value) in inputs.history { calm.send(value) }
    calm.send(completion: .finished)
    #expect(reentrant.history == expected.history)
  }

  private static func isValue(_ event: Event<Int, Failed>) -> Bool {
    if case .value = event { true } else { false }
  }

  /// Whether it ends without upstream's end, on 1, 2, 3.
  private static func endsUpstream(_ operation: OperatorCase) -> Bool {
    let subject = Subject()
    let recording = operation.make(from: subject).record()
    for value in 1...3 { subject.send(value) }
    return recording.history == operation.finishing
  }

  /// Puts another subscription in the place of the subject's.
  private struct Forwarding: Subscriber {
    let downstream: AnySubscriber<Int, Failed>
    let subscription: CountedSubscription

    init(_ downstream: AnySubscriber<Int, Failed>, subscription: CountedSubscription) {
      self.downstream = downstream
      self.subscription = subscription
    }

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: self.subscription)
    }

    func receive(_ input: Int) -> Bool { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<Failed>) {
      downstream.receive(completion: completion)
    }
  }
}
