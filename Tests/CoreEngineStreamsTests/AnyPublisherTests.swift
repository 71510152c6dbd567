import CoreEngineStreams
import TestSupport
import Testing

@Suite struct AnyPublisherTests {
  @Test func `Erasing changes nothing but the type`() {
    let subject = CurrentValueSubject<Int, Failed>(0)
    let erased: AnyPublisher<Int, Failed> = subject.eraseToAnyPublisher().eraseToAnyPublisher()
    let recorder = Recorder<Int, Failed>()
    erased.subscribe(recorder)
    let recording = AnyPublisher(subject).record()
    subject.send(1)
    recorder.cancel()
    subject.send(2)
    subject.send(completion: .failure(Failed()))
    #expect(recorder.history == [.subscription, 0, 1])
    #expect(recording.history == [0, 1, 2, .failure(Failed())])
  }

  @Test func `A closure may be of several statements, and return something to cancel or nothing`() {
    let cancels = Log<Int>()
    let nothing = AnyPublisher<Int, Never> { subscriber in
      for value in 1...2 { subscriber.receive(value) }
      subscriber.receive(completion: .finished)
    }
    let one = AnyPublisher<Int, Never> { subscriber in
      subscriber.receive(1)
      return AnyCancellable { cancels.append(1) }
    }
    let several = AnyPublisher<Int, Never> { subscriber in
      subscriber.receive(1)
      return (2...3).map { index in AnyCancellable { cancels.append(index) } }
    }
    #expect(nothing.record().history == [1, 2, .finished])
    let recordings = [one.record(), several.record()]
    #expect(recordings.map(\.history) == [[1], [1]])
    #expect(cancels.values == [])
    for recording in recordings {
      recording.cancel()
      recording.cancel()
    }
    #expect(cancels.values == [1, 2, 3])
  }

  @Test func `What the closure returned is cancelled once, though its maker keeps it`() {
    let cancels = Log<Int>()
    let running = AnyCancellable { cancels.append(1) }
    let made = AnyPublisher<Int, Never> { _ in running }
    made.record().cancel()
    #expect(cancels.values == [1])
  }

  /// When the subscription ends, seen from the closure.
  enum End: CaseIterable { case insideClosure, later, cancelled, declined }

  @Test(arguments: End.allCases)
  func `What the closure returned and handed out is cancelled once, however it ends`(end: End) {
    let cancels = Log<Int>()
    let probe = LifetimeProbe()
    let handedOut = CountedSubscription()
    var feed: AnySubscriber<Int, Failed>?
    let made = AnyPublisher<Int, Failed> { subscriber in
      let object = probe.object()
      feed = subscriber
      subscriber.receive(subscription: handedOut)
      subscriber.receive(1)
      if end == .insideClosure { subscriber.receive(completion: .finished) }
      return AnyCancellable {
        withExtendedLifetime(object) {}
        cancels.append(1)
      }
    }
    let recorder = Recorder<Int, Failed> { _, event in event != 2 }
    made.subscribe(recorder)
    if end == .insideClosure {
      #expect(feed?.receive(4) == false)
    } else {
      #expect(feed?.receive(3) == true)
    }
    switch end {
    case .insideClosure: break
    case .later: feed?.receive(completion: .failure(Failed()))
    case .cancelled: recorder.cancel()
    case .declined: #expect(feed?.receive(2) == false)
    }
    #expect(feed?.receive(5) == false)
    feed?.receive(completion: .finished)
    recorder.cancel()
    let expected: [Event<Int, Failed>] =
      switch end {
      case .insideClosure: [.subscription, 1, .finished]
      case .later: [.subscription, 1, 3, .failure(Failed())]
      case .cancelled: [.subscription, 1, 3]
      case .declined: [.subscription, 1, 3, 2]
      }
    #expect(recorder.history == expected)
    #expect(cancels.values == [1])
    #expect(handedOut.cancels == 1)
    #expect(probe.count == 0)
  }

  @Test func `Values that arrive during a delivery wait for it`() {
    var feed: AnySubscriber<Int, Never>?
    let made = AnyPublisher<Int, Never> { subscriber in feed = subscriber }
    var depth = 0
    let recording = made.record { value in
      depth += 1
      #expect(depth == 1)
      if value == 1 {
        feed?.receive(2)
        feed?.receive(completion: .finished)
        feed?.receive(3)
      }
      depth -= 1
    }
    feed?.receive(1)
    #expect(recording.history == [1, 2, .finished])
  }

  @Test func `The closure does not run for who cancels at once`() {
    var runs = 0
    let made = AnyPublisher<Int, Never> { _ in runs += 1 }
    let recorder = Recorder<Int, Never> { recorder, _ in
      recorder.cancel()
      return true
    }
    made.subscribe(recorder)
    #expect(runs == 0)
    _ = made.record()
    #expect(runs == 1)
  }

  @Test func `Another thread may cancel while the closure feeds`() {
    let cancels = Log<Int>()
    var feed: AnySubscriber<Int, Never>?
    let made = AnyPublisher<Int, Never> { subscriber in
      feed = subscriber
      return AnyCancellable { cancels.append(1) }
    }
    var token: AnyCancellable?
    let recording = made.record { value in
      guard value == 1, let token else { return }
      onThreads(2) { _ in token.cancel() }
    }
    token = recording.token
    #expect(feed?.receive(0) == true)
    #expect(feed?.receive(1) == false)
    #expect(feed?.receive(2) == false)
    #expect(recording.history == [0, 1])
    #expect(cancels.values == [1])
  }
}
