import CoreEngineStreams
import TestSupport
import Testing

@Suite struct FlatMapTests {
  @Test func `Publishers that answer at once come one after the other`() {
    let recording = [1, 2, 3].publisher.flatMap { [$0, $0 * 10].publisher }.record()
    #expect(recording.history == [1, 10, 2, 20, 3, 30, .finished])
  }

  @Test func `The values of all come as they are sent`() {
    let outer = PassthroughSubject<Line, Failed>()
    let (a, b) = (Line(), Line())
    let recording = outer.flatMap { $0 }.record()
    outer.send(a)
    outer.send(b)
    a.send(1)
    b.send(2)
    a.send(3)
    #expect(recording.history == [1, 2, 3])
  }

  @Test(arguments: [1, 2, 3])
  func `No more than maxPublishers are at work, and the others start in order`(limit: Int) {
    let lines = (0..<5).map { _ in Line() }
    var started: [Int] = []
    let recording = (0..<5).publisher.setFailureType(to: Failed.self)
      .flatMap(maxPublishers: limit) { index in
        started.append(index)
        return lines[index]
      }
      .record()
    #expect(started == Array(0..<limit))
    for (index, line) in lines.enumerated() {
      line.send(index)
      line.send(.finished)
      #expect(started == Array(0..<min(5, limit + index + 1)))
    }
    #expect(recording.history == [0, 1, 2, 3, 4, .finished])
  }

  @Test(arguments: [1, 2, Int.max])
  func `It finishes when upstream and all have, in whichever order`(limit: Int) {
    for upstreamIsFirst in [true, false] {
      let outer = PassthroughSubject<Line, Failed>()
      let (a, b) = (Line(), Line())
      let recording = outer.flatMap(maxPublishers: limit) { $0 }.record()
      outer.send(a)
      outer.send(b)
      if upstreamIsFirst { outer.send(.finished) }
      a.send(.finished)
      #expect(recording.history == [])
      b.send(1)
      b.send(.finished)
      #expect(recording.history == (upstreamIsFirst ? [1, .finished] : [1]))
      if !upstreamIsFirst { outer.send(.finished) }
      #expect(recording.history == [1, .finished])
    }
  }

  @Test func `Upstream that finishes without values ends it, and Empty ones end with upstream`() {
    #expect(Empty<Int, Failed>().flatMap { _ in Line() }.record().history == [.finished])
    let recording = values(1, 2).flatMap { _ in Empty<Int, Failed>() }.record()
    #expect(recording.history == [.finished])
  }

  @Test(arguments: [1, Int.max])
  func `A failure ends the others, upstream, and what waits`(limit: Int) {
    for upstreamFails in [true, false] {
      let outer = PassthroughSubject<Int, Failed>()
      let lines = (0..<3).map { _ in Line() }
      var started: [Int] = []
      let recording = outer.flatMap(maxPublishers: limit) { index in
        started.append(index)
        return lines[index]
      }
      .record()
      for index in 0..<3 { outer.send(index) }
      lines[0].send(1)
      if upstreamFails {
        outer.send(.failure(Failed(code: 1)))
      } else {
        lines[0].send(.failure(Failed(code: 1)))
      }
      for line in lines {
        line.send(2)
        line.send(.finished)
      }
      outer.send(0)
      #expect(recording.history == [1, .failure(Failed(code: 1))])
      #expect(started.count == min(limit, 3))
    }
  }

  @Test func `A failure at once stops a sequence`() {
    var started: [Int] = []
    let recording = values(1, 2, 3).flatMap { value in
      started.append(value)
      return value == 2
        ? Fail<Int, Failed>(error: Failed()).eraseToAnyPublisher() : values(value)
    }
    .record()
    #expect(recording.history == [1, .failure(Failed())])
    #expect(started == [1, 2])
  }

  @Test func `What the sink sends into an input comes after`() {
    let outer = PassthroughSubject<Line, Failed>()
    let (a, b, c) = (Line(), Line(), Line())
    var isInside = false
    let recording = outer.flatMap { $0 }.record { value in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      guard value == 1 else { return }
      b.send(2)
      outer.send(c)
      c.send(3)
      a.send(4)
      b.send(.finished)
    }
    outer.send(a)
    outer.send(b)
    a.send(1)
    #expect(recording.history == [1, 2, 3, 4])
  }

  @Test func `What transform sends upstream waits for its turn`() {
    let outer = Line()
    var log: [String] = []
    let recording = outer.flatMap { value in
      log.append("begin \(value)")
      if value == 1 { outer.send(2) }
      log.append("end \(value)")
      return values(value, value * 10)
    }
    .record()
    outer.send(1)
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2"])
    #expect(recording.history == [1, 10, 2, 20])
  }

  @Test(arguments: [1, Int.max])
  func `Whoever cancels inside transform gets nothing, and starts nothing more`(limit: Int) {
    let outer = Line()
    var token: AnyCancellable?
    var started: [Int] = []
    var subscribers = 0
    let recording = outer.flatMap(maxPublishers: limit) { value in
      started.append(value)
      outer.send(2)
      token?.cancel()
      return Improvised<Int, Failed> { _ in subscribers += 1 }
    }
    .record()
    token = recording.token
    outer.send(1)
    outer.send(3)
    #expect(recording.history == [])
    #expect(started == [1])
    #expect(subscribers == 0)
  }

  @Test func `Cancelling reaches upstream and all that run`() {
    let subscriptions = (0..<3).map { _ in CountedSubscription() }
    let quiet = subscriptions.map { subscription in
      Improvised<Int, Failed> { $0.receive(subscription: subscription) }
    }
    let upstream = CountedSubscription()
    let recording = Improvised<Int, Failed> {
      $0.receive(subscription: upstream)
      for index in 0..<3 { $0.receive(index) }
    }
    .flatMap { quiet[$0] }
    .record()
    #expect((subscriptions + [upstream]).map(\.cancels) == [0, 0, 0, 0])
    recording.cancel()
    recording.cancel()
    #expect((subscriptions + [upstream]).map(\.cancels) == [1, 1, 1, 1])
  }

  @Test func `Cancelling reaches what runs behind an operator that may end early`() {
    let probe = LifetimeProbe()
    let outer = Line()
    let line = Line()
    let recording = outer.flatMap { _ in line.map(holding(probe.object())).prefix(2) }.record()
    outer.send(1)
    outer.send(2)
    line.send(3)
    #expect(probe.count == 2)
    recording.cancel()
    #expect(probe.count == 0)
    #expect(recording.history == [3, 3])
  }

  @Test func `Upstream may finish or fail while the newest is subscribing`() {
    for end in [Event<Int, Failed>.finished, .failure(Failed())] {
      var upstream: AnySubscriber<Int, Failed>?
      let subscription = CountedSubscription()
      var inner: AnySubscriber<Int, Failed>?
      let recording = Improvised<Int, Failed> {
        upstream = $0
        $0.receive(subscription: CountedSubscription())
      }
      .flatMap { _ in
        Improvised<Int, Failed> {
          inner = $0
          if case .failure(let error) = end {
            upstream?.receive(completion: .failure(error))
          } else {
            upstream?.receive(completion: .finished)
          }
          $0.receive(subscription: subscription)
        }
      }
      .record()
      upstream?.receive(1)
      inner?.receive(2)
      inner?.receive(completion: .finished)
      #expect(recording.history == (end == .finished ? [2, .finished] : [end]))
      #expect(subscription.cancels == (end == .finished ? 0 : 1))
      (upstream, inner) = (nil, nil)
    }
  }

  @Test func `The others are cancelled before a failure is delivered, and may fail at that`() {
    var upstream: AnySubscriber<Int, Failed>?
    let subscription = CountedSubscription()
    var cancels: [Int] = []
    // Safe: cancelled by this test alone.
    struct Failing: @unchecked Sendable { let body: () -> Void }
    let failing = Failing { upstream?.receive(completion: .failure(Failed(code: 2))) }
    let recording = Improvised<Int, Failed> {
      upstream = $0
      $0.receive(subscription: CountedSubscription())
    }
    .flatMap { index in
      index == 0
        ? Improvised<Int, Failed> { $0.receive(subscription: subscription) }.eraseToAnyPublisher()
        : AnyPublisher<Int, Failed> { _ in AnyCancellable { failing.body() } }
    }
    .record { _ in
    } atEnd: {
      cancels.append(subscription.cancels)
    }
    upstream?.receive(0)
    upstream?.receive(1)
    upstream?.receive(completion: .failure(Failed(code: 1)))
    #expect(recording.history == [.failure(Failed(code: 1))])
    #expect(cancels == [1])
    upstream = nil
  }

  @Test func `An endless publisher that never delivers is ended by cancelling`() {
    var token: AnyCancellable?
    var attempts = 0
    let outer = Line()
    token = outer.flatMap { _ in
      Improvised<Int, Failed> { subscriber in
        attempts += 1
        if attempts == 1_000 { token?.cancel() }
        precondition(attempts <= 1_000, "Not ended")
        Fail<Int, Failed>(error: Failed()).receive(subscriber: subscriber)
      }
      .retry()
    }
    .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    outer.send(1)
    #expect(attempts == 1_000)
  }

  @Test func `Failure types meet in the one that can fail`() {
    let neverNever = Just(1).flatMap { Just($0 + 1) }.record()
    #expect(neverNever.history == [2, .finished])
    let neverFails = Just(1).flatMap { Fail<Int, Failed>(error: Failed(code: $0)) }.record()
    #expect(neverFails.history == [.failure(Failed(code: 1))])
    let failsNever = values(1).flatMap { Just($0 + 1) }.record()
    #expect(failsNever.history == [2, .finished])
    let both = values(1).flatMap { values($0, $0) }.record()
    #expect(both.history == [1, 1, .finished])
  }

  /// `Just` is not subscribed to, which must not show.
  @Test(arguments: [1, 2, .max], [nil, "start 2", "start 4", "2", "4"])
  func `A Just is delivered as any other publisher of one value is`(limit: Int, cancelAt: String?) {
    func history(_ one: (Int) -> some Publisher<Int, Failed>) -> [String] {
      var log: [String] = []
      var token: AnyCancellable?
      var upstream: AnySubscriber<Int, Failed>?
      func note(_ event: String) {
        log.append(event)
        if event == cancelAt { token?.cancel() }
      }
      withoutActuallyEscaping(one) { one in
        token = Improvised<Int, Failed> {
          upstream = $0
          $0.receive(subscription: CountedSubscription())
        }
        .flatMap(maxPublishers: limit) { value in
          note("start \(value)")
          if value == 2 { upstream?.receive(3) }
          return one(value)
        }
        .sink {
          note("\($0)")
        } receiveValue: { value in
          note("\(value)")
          if value == 1 { upstream?.receive(2) }
          if value == 3 {
            upstream?.receive(4)
            upstream?.receive(completion: .finished)
          }
          note("end of \(value)")
        }
        upstream?.receive(1)
        upstream?.receive(5)
        token?.cancel()
        token = nil
        upstream = nil
      }
      return log
    }
    let expected = history { CollectionOfOne($0).publisher.setFailureType(to: Failed.self) }
    #expect(expected.starts(with: ["start 1", "1", "end of 1", "start 2"]))
    #expect(
      expected.last == cancelAt.map { $0 == "start 2" || $0 == "start 4" ? $0 : "end of \($0)" }
        ?? "finished")
    #expect(history { Just($0).setFailureType(to: Failed.self) } == expected)
  }

  @Test func `A limit below one is refused with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Just(1).flatMap(maxPublishers: 0) { Just($0) }
    }
    #expect(result?.errorText.contains("maxPublishers is 0, and must be at least 1") == true)
  }

  @Test func `Publishers that have ended are let go of while others run`() {
    let probe = LifetimeProbe()
    let outer = PassthroughSubject<AnyPublisher<Int, Failed>, Failed>()
    let lines = (0..<10).map { _ in Line() }
    let recording = outer.flatMap { $0 }.record()
    for line in lines { outer.send(line.map(holding(probe.object())).eraseToAnyPublisher()) }
    #expect(probe.count == 10)
    for (index, line) in lines.enumerated() {
      line.send(.finished)
      #expect(probe.count == 9 - index)
    }
    #expect(recording.history == [])
  }
}
