import CoreEngineStreams
import TestSupport
import Testing

/// T4: nothing follows a completion.
@Suite struct T4EndContractTests {
  typealias Completion = Subscribers.Completion<Failed>

  @Test(arguments: [Completion.finished, .failure(Failed(code: 1))])
  func `E-TERMINAL: a passthrough subject that has ended delivers nothing`(end: Completion) {
    let subject = PassthroughSubject<Int, Failed>()
    let early = subject.record()
    subject.send(1)
    subject.send(completion: end)
    subject.send(2)
    subject.send(completion: .failure(Failed(code: 2)))
    let late = subject.record()
    subject.send(3)
    #expect(early.history == [1, Event(end)])
    #expect(late.history == [Event(end)])
  }

  @Test(arguments: [Completion.finished, .failure(Failed(code: 1))])
  func `E-TERMINAL: a current value that has ended changes only when it is set`(end: Completion) {
    let subject = CurrentValueSubject<Int, Failed>(0)
    let early = subject.record()
    subject.send(1)
    subject.send(completion: end)
    subject.send(2)
    subject.send(completion: .failure(Failed(code: 2)))
    #expect(subject.value == 1)
    subject.value = 3
    #expect(subject.value == 3)
    subject.value += 1
    #expect(subject.value == 4)
    let late = subject.record()
    #expect(early.history == [0, 1, Event(end)])
    #expect(late.history == [Event(end)])
  }

  @Test func `E-TERMINAL: who sends again while the end is delivered is not heard`() {
    let subject = PassthroughSubject<Int, Failed>()
    let first = subject.record {
      _ in
    } atEnd: {
      subject.send(2)
      subject.send(completion: .failure(Failed()))
    }
    let second = subject.record()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(first.history == [1, .finished])
    #expect(second.history == [1, .finished])
  }

  @Test func `E-TERMINAL: a value that is set while the end is delivered is stored, not heard`() {
    let subject = CurrentValueSubject<Int, Failed>(0)
    let first = subject.record { _ in
    } atEnd: {
      subject.value = 1
    }
    let second = subject.record()
    subject.send(completion: .finished)
    #expect(subject.value == 1)
    #expect(first.history == [0, .finished])
    #expect(second.history == [0, .finished])
  }

  @Test(arguments: [Completion.finished, .failure(Failed(code: 1))])
  func `E-TERMINAL: a subject may be ended from inside a delivery that waited`(end: Completion) {
    func check(
      _ subject: some Publisher<Int, Failed>, replay: [Event<Int, Failed>],
      send: @escaping (Int) -> Void, complete: @escaping (Completion) -> Void
    ) {
      var depth = 0
      let first = subject.record { value in
        depth += 1
        #expect(depth == 1)
        if value == 1 { send(2) }
        if value == 2 { complete(end) }
        depth -= 1
      }
      let second = subject.record()
      send(1)
      send(3)
      #expect(first.history == replay + [1, 2, Event(end)])
      #expect(second.history == first.history)
    }
    let passthrough = PassthroughSubject<Int, Failed>()
    check(
      passthrough, replay: [], send: passthrough.send(_:),
      complete: passthrough.send(completion:))
    let current = CurrentValueSubject<Int, Failed>(0)
    check(
      current, replay: [0], send: current.send(_:), complete: current.send(completion:))
  }

  /// What a publisher that breaks the rules does to its subscriber, and what a sink makes of it.
  static let offences:
    [(
      String, @Sendable (AnySubscriber<Int, Failed>, CountedSubscription) -> Void,
      [Event<Int, Failed>], cancels: Int
    )] = [
      (
        "values after the end",
        { subscriber, subscription in
          subscriber.receive(subscription: subscription)
          subscriber.receive(1)
          subscriber.receive(completion: .finished)
          subscriber.receive(2)
        }, [1, .finished], 0
      ),
      (
        "two ends",
        { subscriber, subscription in
          subscriber.receive(subscription: subscription)
          subscriber.receive(completion: .failure(Failed()))
          subscriber.receive(completion: .finished)
        }, [.failure(Failed())], 0
      ),
      (
        "a value and the end before the subscription",
        { subscriber, subscription in
          subscriber.receive(1)
          subscriber.receive(completion: .finished)
          subscriber.receive(subscription: subscription)
          subscriber.receive(2)
        }, [1, .finished], 1
      ),
      (
        "two subscriptions",
        { subscriber, subscription in
          subscriber.receive(subscription: CountedSubscription())
          subscriber.receive(subscription: subscription)
          subscriber.receive(1)
          subscriber.receive(completion: .finished)
        }, [1, .finished], 1
      ),
      ("no subscription", { subscriber, _ in subscriber.receive(1) }, [1], 0),
      (
        "a subscription after the end",
        { subscriber, subscription in
          subscriber.receive(completion: .finished)
          subscriber.receive(subscription: subscription)
        }, [.finished], 1
      ),
    ]

  @Test(arguments: offences.indices)
  func `E-COMPLETEINSUB: a publisher that breaks the rules is cut off at its first completion`(
    index: Int
  ) {
    let (name, body, expected, cancels) = Self.offences[index]
    func check(
      cancels: Int?, _ wrap: (Improvised<Int, Failed>) -> some Publisher<Int, Failed>
    ) {
      let subscription = CountedSubscription()
      let probe = LifetimeProbe()
      let token: AnyCancellable
      var history: [Event<Int, Failed>] = []
      do {
        let object = probe.object()
        let publisher = wrap(Improvised { body($0, subscription) })
        token = publisher.sink {
          history.append(Event($0))
          withExtendedLifetime(object) {}
        } receiveValue: {
          history.append(.value($0))
          withExtendedLifetime(object) {}
        }
      }
      #expect(history == expected, "\(name)")
      if let cancels { #expect(subscription.cancels == cancels, "\(name)") }
      if history.last != 1 { #expect(probe.count == 0, "\(name)") }
      token.cancel()
      #expect(probe.count == 0, "\(name)")
    }
    check(cancels: cancels) { $0 }
    check(cancels: cancels) { $0.map { $0 }.filter { _ in true }.removeDuplicates() }
    check(cancels: cancels) { $0.eraseToAnyPublisher() }
    // One made by hand cancels what feeds it at the end, too.
    check(cancels: nil) { improvised in
      AnyPublisher { subscriber in
        improvised.receive(subscriber: subscriber)
      }
    }
  }

  @Test(arguments: offences.indices)
  func `E-COMPLETEINSUB: an effect that breaks the rules is cut off at its first completion`(
    index: Int
  ) {
    let (name, body, expected, cancels) = Self.offences[index]
    let subscription = CountedSubscription()
    let core = TallyCore()
    core.dispatch(
      effect: Improvised<Int, Failed> { body($0, subscription) }.map(TallyCore.Action.set))
    let values = expected.filter { $0 == 1 }
    let isOver = expected != values
    #expect(core.reduced == values.map { _ in .set(1) }, "\(name)")
    #expect(core.errors.count == expected.count { $0 == .failure(Failed()) }, "\(name)")
    #expect(core.subscription.isEmpty == isOver, "\(name)")
    #expect(subscription.cancels == cancels, "\(name)")
  }

  @Test func `E-COMPLETEINSUB: a sink may drop its token when it ends inside subscribe`() {
    let probe = LifetimeProbe()
    final class Owner { var token: AnyCancellable? }
    let owner = Owner()
    let subject = PassthroughSubject<Int, Never>()
    func subscribe(_ publisher: some Publisher<Int, Never>) {
      let object = probe.object()
      owner.token = publisher.sink { _ in
        owner.token = nil
        withExtendedLifetime(object) {}
      } receiveValue: { _ in
        owner.token = nil
        withExtendedLifetime(object) {}
      }
    }
    for publisher in [Just(1).eraseToAnyPublisher(), [1, 2].publisher.eraseToAnyPublisher()] {
      subscribe(publisher)
      #expect(probe.count == 0)
    }
    subscribe(subject)
    subject.send(1)
    #expect(owner.token == nil)
    #expect(probe.count == 0)
  }
}
