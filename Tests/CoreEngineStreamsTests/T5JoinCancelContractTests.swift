import CoreEngineStreams
import TestSupport
import Testing

/// T5 and T4 for operators with several publishers behind them, also such as break the rules.
@Suite struct T5JoinCancelContractTests {
  /// Sends values although nobody wants them, and counts its subscribers.
  private final class Pushy {
    let subscription = CountedSubscription()
    private(set) var subscribers = 0

    var publisher: AnyPublisher<Int, Failed> {
      Improvised { subscriber in
        self.subscribers += 1
        subscriber.receive(subscription: self.subscription)
        for value in 1...3 { subscriber.receive(value) }
        subscriber.receive(completion: .finished)
        subscriber.receive(4)
      }
      .eraseToAnyPublisher()
    }
  }

  @Test(arguments: Join.all)
  func `E-CANCEL3: cancelled inside receive(subscription:), it subscribes to nobody`(join: Join) {
    let (a, b) = (Pushy(), Pushy())
    let recorder = Recorder<Int, Failed> { recorder, event in
      if event == .subscription { recorder.cancel() }
      return true
    }
    join.make(a.publisher, b.publisher, nil).subscribe(recorder)
    #expect(recorder.history == [.subscription])
    #expect(a.subscribers == 0)
    #expect(b.subscribers == 0)
  }

  @Test(arguments: Join.all, [true, false])
  func `E-CANCEL3: cancelled or declined at the first value, nothing more comes`(
    join: Join, declines: Bool
  ) {
    let (a, b) = (Pushy(), Pushy())
    let recorder = Recorder<Int, Failed> { recorder, event in
      guard case .value = event else { return true }
      if !declines { recorder.cancel() }
      return !declines
    }
    // One that only declines relies on publishers that stop, as those of this module do.
    let inputs =
      declines ? [values(1, 2, 3), values(1, 2, 3)] : [a.publisher, b.publisher]
    join.make(inputs[0], inputs[1], nil).subscribe(recorder)
    #expect(recorder.history.count == 2)
    for pushy in [a, b] where pushy.subscribers == 1 && join.isParallel {
      #expect(pushy.subscription.cancels <= 1)
    }
  }

  @Test(arguments: Join.all, [true, false])
  func `R-UNSUBINSIDE: cancelled or declined inside a value, not even what waits comes`(
    join: Join, declines: Bool
  ) {
    let (a, b) = (Line(), Line())
    let recorder = Recorder<Int, Failed> { recorder, event in
      guard case .value = event else { return true }
      for line in [b, a, b, a] { line.send(5) }
      b.send(.finished)
      a.send(.finished)
      if !declines { recorder.cancel() }
      return !declines
    }
    join.make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), nil).subscribe(recorder)
    a.send(1)
    b.send(2)
    #expect(recorder.history.count == 2)
  }

  @Test(arguments: Join.all)
  func `E-CANCELRACE: cancelled by another thread, the delivery that runs is the last`(join: Join) {
    let (a, b) = (Line(), Line())
    var token: AnyCancellable?
    let recording = join.make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), nil).record { _ in
      guard let token else { return }
      onThreads(1) { _ in token.cancel() }
      a.send(5)
      b.send(6)
    }
    token = recording.token
    for value in 1...3 {
      a.send(value)
      b.send(value)
    }
    a.send(.finished)
    b.send(.finished)
    #expect(recording.history.count == 1)
  }

  @Test(arguments: Join.all)
  func `E-CANCEL3: threads may cancel while it delivers`(join: Join) {
    struct Box: @unchecked Sendable {
      let a = Line()
      let b = Line()
    }
    for _ in 0..<20 {
      let box = Box()
      let probe = LifetimeProbe()
      let tokens = (0..<3).map { _ in
        let object = probe.object()
        return join.make(box.a.eraseToAnyPublisher(), box.b.eraseToAnyPublisher(), nil)
          .sink { _ in
          } receiveValue: { _ in
            withExtendedLifetime(object) {}
          }
      }
      onThreads(4) { index in
        if index == 3 {
          for value in 0..<50 {
            box.a.send(value)
            box.b.send(value)
          }
        } else {
          tokens[index].cancel()
        }
      }
      box.a.send(0)
      box.b.send(0)
      #expect(probe.count == 0)
    }
  }

  /// Breaks every rule: a value before the subscription, two subscriptions, values and completions
  /// after the end.
  private static func unruly(
    _ end: Subscribers.Completion<Failed>, _ subscriptions: [CountedSubscription]
  ) -> AnyPublisher<Int, Failed> {
    Improvised { subscriber in
      subscriber.receive(1)
      for subscription in subscriptions { subscriber.receive(subscription: subscription) }
      subscriber.receive(2)
      subscriber.receive(completion: end)
      subscriber.receive(3)
      subscriber.receive(completion: .finished)
      subscriber.receive(completion: .failure(Failed(code: 99)))
      subscriber.receive(4)
    }
    .eraseToAnyPublisher()
  }

  /// What each operator makes of an unruly first and an unruly second input, where the other one is
  /// well-behaved.
  static let expected: [String: (first: [Event<Int, Failed>], second: [Event<Int, Failed>])] = [
    "merge": ([1, 2, 8, 9, .finished], [8, 9, 1, 2, .finished]),
    "MergeMany": ([1, 2, 8, 9, .finished], [8, 9, 1, 2, .finished]),
    "combineLatest": ([2, 2, .finished], [9, 9, .finished]),
    "zip": ([1, 2, .finished], [8, 9, .finished]),
    "flatMap": ([8, 9, 8, 9, .finished], [1, 2, 1, 2, .finished]),
    "flatMap(maxPublishers: 1)": ([8, 9, 8, 9, .finished], [1, 2, 1, 2, .finished]),
    "switchToLatest": ([8, 9, 8, 9, .finished], [1, 2, 1, 2, .finished]),
    "append": ([1, 2, 8, 9, .finished], [8, 9, 1, 2, .finished]),
    "append(Deferred)": ([1, 2, 8, 9, .finished], [8, 9, 1, 2, .finished]),
    "prepend": ([1, 2, 8, 9, .finished], [8, 9, 1, 2, .finished]),
    "catch": ([1, 2, .finished], [8, 9, .finished]),
    "retry": ([1, 2, .finished], [8, 9, .finished]),
    "share": ([1, 2, .finished], [8, 9, .finished]),
  ]

  @Test(arguments: Join.all)
  func `An input that breaks the rules is cut off at its first completion`(join: Join) {
    let expected = Self.expected[String(join.name)]
    for isFirst in [true, false] {
      let subscriptions = [CountedSubscription(), CountedSubscription()]
      let unruly = Self.unruly(.finished, subscriptions)
      let other = values(8, 9)
      let recording = join.make(isFirst ? unruly : other, isFirst ? other : unruly, nil).record()
      #expect(recording.history == (isFirst ? expected?.first : expected?.second))
      // After the end there is nothing left to cancel.
      let cancels = subscriptions.map(\.cancels)
      recording.cancel()
      #expect(subscriptions.map(\.cancels) == cancels)
    }
  }

  @Test(arguments: Join.all)
  func `An input that breaks the rules fails once`(join: Join) {
    let unruly = Self.unruly(.failure(Failed(code: 5)), [CountedSubscription()])
    let recording = join.make(unruly, values(8, 9), nil)
      .record()
    let ends = recording.history.filter { event in
      if case .value = event { return false }
      return true
    }
    #expect(ends == [join.name == "catch" ? .finished : .failure(Failed(code: 5))])
    #expect(recording.history.last == ends.last)
    #expect(!recording.history.contains(3))
    #expect(!recording.history.contains(4))
  }

  @Test(arguments: Join.all)
  func `A second completion, sent when the first one is delivered, is ignored`(join: Join) {
    let (a, b) = (Line(), Line())
    var ends = 0
    let recording = join.make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), nil)
      .record { _ in
      } atEnd: {
        ends += 1
        for line in [a, b] {
          line.send(1)
          line.send(.failure(Failed()))
        }
      }
    a.send(.finished)
    b.send(.finished)
    #expect(ends == 1)
    #expect(recording.history == [.finished])
  }

  @Test(arguments: Join.all)
  func `R-SUBINSIDE: who subscribes inside a delivery gets what is sent after it`(join: Join) {
    let (a, b) = (Line(), Line())
    let publisher = join.make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), nil)
    var inner: Recording<Int, Failed>?
    let outer = publisher.record { _ in
      if inner == nil { inner = publisher.record() }
    }
    for _ in 0..<2 {
      a.send(1)
      b.send(1)
    }
    // The same rounds again: the inner one has to see what a fresh one sees.
    let fresh = publisher.record()
    let before = (outer.history.count, inner?.history.count ?? 0)
    for _ in 0..<2 {
      a.send(1)
      b.send(1)
    }
    #expect(outer.history.count > before.0)
    #expect((inner?.history.count ?? 0) > before.1)
    #expect(!fresh.history.isEmpty)
    #expect(before.1 < before.0)
  }
}
