import CoreEngineStreams
import TestSupport
import Testing

@Suite struct SwitchToLatestTests {
  typealias Outer = PassthroughSubject<Line, Failed>

  @Test func `Only the newest gets through`() {
    let outer = Outer()
    let (a, b) = (Line(), Line())
    let recording = outer.switchToLatest().record()
    a.send(0)
    outer.send(a)
    a.send(1)
    outer.send(b)
    a.send(2)
    b.send(3)
    a.send(.failure(Failed()))
    b.send(4)
    outer.send(a)
    #expect(recording.history == [1, 3, 4, .failure(Failed())])
  }

  @Test func `A sequence of publishers that answer at once gives all values`() {
    let recording = (1...3).publisher.map { [$0, $0 * 10].publisher }.switchToLatest().record()
    #expect(recording.history == [1, 10, 2, 20, 3, 30, .finished])
  }

  @Test func `It finishes when upstream and the newest have, in either order`() {
    for upstreamIsFirst in [true, false] {
      let outer = Outer()
      let (a, b) = (Line(), Line())
      let recording = outer.switchToLatest().record()
      outer.send(a)
      outer.send(b)
      a.send(.finished)
      if upstreamIsFirst { outer.send(.finished) } else { b.send(.finished) }
      if upstreamIsFirst { b.send(1) }
      #expect(recording.history == (upstreamIsFirst ? [1] : []))
      if upstreamIsFirst { b.send(.finished) } else { outer.send(.finished) }
      #expect(recording.history == (upstreamIsFirst ? [1, .finished] : [.finished]))
    }
  }

  @Test func `After the newest has finished, another one may follow`() {
    let outer = Outer()
    let (a, b) = (Line(), Line())
    let recording = outer.switchToLatest().record()
    outer.send(a)
    a.send(1)
    a.send(.finished)
    outer.send(b)
    b.send(2)
    #expect(recording.history == [1, 2])
  }

  @Test func `Upstream without values ends it`() {
    #expect(Empty<Line, Failed>().switchToLatest().record().history == [.finished])
    #expect(
      Fail<Line, Failed>(error: Failed()).switchToLatest().record().history == [.failure(Failed())]
    )
  }

  @Test(arguments: [true, false])
  func `A failure of upstream or of the newest ends both`(upstreamFails: Bool) {
    let outer = Outer()
    let line = Line()
    let recording = outer.switchToLatest().record()
    outer.send(line)
    line.send(1)
    if upstreamFails {
      outer.send(.failure(Failed(code: 1)))
    } else {
      line.send(.failure(Failed(code: 1)))
    }
    line.send(2)
    outer.send(Line())
    outer.send(.finished)
    #expect(recording.history == [1, .failure(Failed(code: 1))])
  }

  @Test func `Each switch cancels the one before, once`() {
    let subscriptions = (0..<4).map { _ in CountedSubscription() }
    let outer = PassthroughSubject<Improvised<Int, Failed>, Failed>()
    let recording = outer.switchToLatest().record()
    for (index, subscription) in subscriptions.enumerated() {
      outer.send(Improvised { $0.receive(subscription: subscription) })
      #expect(subscriptions.map(\.cancels) == (0..<4).map { $0 < index ? 1 : 0 })
    }
    recording.cancel()
    #expect(subscriptions.map(\.cancels) == [1, 1, 1, 1])
  }

  @Test func `A switch from the sink ends the one whose value is being delivered`() {
    let outer = Outer()
    let (a, b) = (Line(), Line())
    var isInside = false
    let recording = outer.switchToLatest().record { value in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      guard value == 1 else { return }
      outer.send(b)
      a.send(2)
      b.send(3)
    }
    outer.send(a)
    a.send(1)
    a.send(4)
    b.send(5)
    #expect(recording.history == [1, 3, 5])
  }

  @Test func `A switch from the sink cuts off one that delivers at once`() {
    let outer = PassthroughSubject<AnyPublisher<Int, Failed>, Failed>()
    let recording = outer.switchToLatest().record { value in
      if value == 1 { outer.send(values(4, 5)) }
    }
    outer.send(values(1, 2, 3))
    // The switch waits for the `send` that is running; until then the first one is the newest.
    #expect(recording.history == [1, 2, 3, 4, 5])
  }

  @Test func `A switch from inside the newest's subscribe wins`() {
    // A hand-made upstream that does not queue: the switch arrives while the first is subscribing.
    var upstream: AnySubscriber<Improvised<Int, Failed>, Failed>?
    let second = Improvised<Int, Failed> {
      $0.receive(subscription: CountedSubscription())
      $0.receive(2)
      $0.receive(completion: .finished)
    }
    let subscription = CountedSubscription()
    let first = Improvised<Int, Failed> {
      $0.receive(subscription: subscription)
      upstream?.receive(second)
      $0.receive(1)
      $0.receive(completion: .failure(Failed()))
    }
    let recording = Improvised<Improvised<Int, Failed>, Failed> {
      upstream = $0
      $0.receive(subscription: CountedSubscription())
    }
    .switchToLatest()
    .record()
    upstream?.receive(first)
    upstream?.receive(completion: .finished)
    #expect(recording.history == [2, .finished])
    #expect(subscription.cancels == 1)
  }

  @Test func `Switching and cancelling reach what runs behind an operator that may end early`() {
    let probe = LifetimeProbe()
    let outer = Line()
    let line = Line()
    let recording = outer.map { _ in line.map(holding(probe.object())).prefix(2) }
      .switchToLatest().record()
    for value in 1...3 { outer.send(value) }
    #expect(probe.count == 1)
    line.send(4)
    recording.cancel()
    #expect(probe.count == 0)
    #expect(recording.history == [4])
  }

  @Test(arguments: [true, false])
  func `A subscription that comes after upstream's end is taken or cancelled`(fails: Bool) {
    let outer = PassthroughSubject<Improvised<Int, Failed>, Failed>()
    var inner: AnySubscriber<Int, Failed>?
    let recording = outer.switchToLatest().record()
    outer.send(Improvised { inner = $0 })
    outer.send(completion: fails ? .failure(Failed()) : .finished)
    #expect(recording.history == (fails ? [.failure(Failed())] : []))
    let subscription = CountedSubscription()
    inner?.receive(subscription: subscription)
    inner?.receive(1)
    #expect(recording.history == (fails ? [.failure(Failed())] : [1]))
    recording.cancel()
    #expect(subscription.cancels == 1)
    inner?.receive(2)
    inner?.receive(completion: .finished)
    #expect(recording.history == (fails ? [.failure(Failed())] : [1]))
  }

  @Test func `A publisher that comes after upstream's end is not subscribed to`() {
    for end in [Subscribers.Completion<Failed>.finished, .failure(Failed())] {
      var subscribers = 0
      let late = Improvised<Int, Failed> { _ in subscribers += 1 }
      let recording = Improvised<Improvised<Int, Failed>, Failed> {
        $0.receive(subscription: CountedSubscription())
        $0.receive(completion: end)
        $0.receive(late)
        $0.receive(completion: .finished)
      }
      .switchToLatest()
      .record()
      #expect(recording.history == [Event(end)])
      #expect(subscribers == 0)
    }
  }

  @Test func `A mapping that throws ends it and the newest`() {
    let outer = Line()
    let line = Line()
    var errors: [any Error] = []
    var received: [Int] = []
    let token = outer.tryMap { value in
      if value > 1 { throw Failed(code: value) }
      return line.mapError { $0 as any Error }
    }
    .switchToLatest()
    .sink { completion in
      if case .failure(let error) = completion { errors.append(error) }
    } receiveValue: { value in
      received.append(value)
    }
    outer.send(1)
    line.send(3)
    outer.send(2)
    line.send(4)
    #expect(received == [3])
    #expect(errors.map { $0 as? Failed } == [Failed(code: 2)])
    withExtendedLifetime(token) {}
  }

  @Test func `An endless publisher that never delivers is ended by cancelling`() {
    var token: AnyCancellable?
    var attempts = 0
    let outer = Line()
    token = outer.map { _ in
      Improvised<Int, Failed> { subscriber in
        attempts += 1
        if attempts == 1_000 { token?.cancel() }
        precondition(attempts <= 1_000, "Not ended")
        Fail<Int, Failed>(error: Failed()).receive(subscriber: subscriber)
      }
      .retry()
    }
    .switchToLatest()
    .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    outer.send(1)
    #expect(attempts == 1_000)
  }

  @Test func `What was switched away from is released at once`() {
    let probe = LifetimeProbe()
    let outer = PassthroughSubject<AnyPublisher<Int, Failed>, Failed>()
    let line = Line()
    let recording = outer.switchToLatest().record()
    for _ in 0..<10 {
      outer.send(line.map(holding(probe.object())).eraseToAnyPublisher())
      #expect(probe.count == 1)
    }
    line.send(.finished)
    #expect(probe.count == 0)
    #expect(recording.history == [])
  }

  @Test func `Failure types meet in the one that can fail`() {
    #expect(Just(Just(1)).switchToLatest().record().history == [1, .finished])
    let fails = Just(Fail<Int, Failed>(error: Failed())).switchToLatest().record()
    #expect(fails.history == [.failure(Failed())])
    let outerFails = Just(Just(1)).setFailureType(to: Failed.self).switchToLatest().record()
    #expect(outerFails.history == [1, .finished])
  }
}
