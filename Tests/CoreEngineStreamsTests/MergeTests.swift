import CoreEngineStreams
import TestSupport
import Testing

@Suite struct MergeTests {
  @Test func `It passes on the values of both as they come, and finishes with the last`() {
    let (a, b) = (Line(), Line())
    let recording = a.merge(with: b).record()
    a.send(1)
    b.send(2)
    a.send(3)
    a.send(.finished)
    a.send(4)
    #expect(recording.history == [1, 2, 3])
    b.send(5)
    b.send(.finished)
    #expect(recording.history == [1, 2, 3, 5, .finished])
  }

  @Test(arguments: [true, false])
  func `The failure of one ends the other`(isFirst: Bool) {
    let (a, b) = (Line(), Line())
    let recording = a.merge(with: b).record()
    a.send(1)
    (isFirst ? a : b).send(.failure(Failed(code: 7)))
    a.send(2)
    b.send(3)
    b.send(.failure(Failed(code: 8)))
    #expect(recording.history == [1, .failure(Failed(code: 7))])
  }

  @Test func `What the sink sends into either input comes after, in the order of sending`() {
    let (a, b) = (Line(), Line())
    var isInside = false
    let recording = a.merge(with: b).record { value in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      guard value == 1 else { return }
      b.send(2)
      a.send(3)
      b.send(4)
      b.send(.finished)
    }
    a.send(1)
    // What `a` itself delivers waits for its outermost `send`.
    #expect(recording.history == [1, 2, 4, 3])
    a.send(.finished)
    #expect(recording.history == [1, 2, 4, 3, .finished])
  }

  /// Each merge of a nest would hold back what comes in through it until those above are done.
  @Test func `What the sink sends into either side of a row comes in the order of sending`() {
    let (a, b, c, d) = (Line(), Line(), Line(), Line())
    let left = a.eraseToAnyPublisher().merge(with: b).eraseToAnyPublisher()
    let right = c.eraseToAnyPublisher().merge(with: d).eraseToAnyPublisher()
    let recording = left.merge(with: right).eraseToAnyPublisher().record { value in
      guard value % 10 == 0 else { return }
      (value == 10 ? b : d).send(value + 1)
      (value == 10 ? d : b).send(value + 2)
    }
    a.send(10)
    c.send(20)
    #expect(recording.history == [10, 11, 12, 20, 21, 22])
  }

  @Test func `A completion that is sent from the sink comes after the values that wait`() {
    let (a, b) = (Line(), Line())
    let recording = a.merge(with: b).record { value in
      guard value == 1 else { return }
      b.send(2)
      b.send(.failure(Failed()))
      a.send(3)
    }
    a.send(1)
    a.send(4)
    #expect(recording.history == [1, 2, .failure(Failed())])
  }

  @Test func `A subject merged with itself delivers each value twice, in order`() {
    let subject = Line()
    let recording = subject.merge(with: subject).record { if $0 < 3 { subject.send($0 + 10) } }
    subject.send(1)
    subject.send(.finished)
    #expect(recording.history == [1, 1, 11, 11, 11, 11, .finished])
  }

  @Test func `The first is subscribed to first, and the second not at all if that failed`() {
    var log: [String] = []
    func source(_ name: String, _ body: @escaping (AnySubscriber<Int, Failed>) -> Void)
      -> Improvised<Int, Failed>
    {
      Improvised { subscriber in
        log.append(name)
        subscriber.receive(subscription: CountedSubscription())
        body(subscriber)
      }
    }
    let failing = source("a") { $0.receive(completion: .failure(Failed())) }
    let never = source("b") { _ in }
    #expect(failing.merge(with: never).record().history == [.failure(Failed())])
    #expect(log == ["a"])
    _ = never.merge(with: failing).record()
    #expect(log == ["a", "b", "a"])
  }

  @Test func `MergeMany of none finishes at once, and of many is in order`() {
    #expect(Publishers.MergeMany<Line>().record().history == [.finished])
    let lines = (0..<10_000).map { _ in Line() }
    let recording = Publishers.MergeMany(lines).record()
    for (index, line) in lines.enumerated() { line.send(index) }
    for line in lines { line.send(.finished) }
    #expect(recording.history == (0..<10_000).map(Event.value) + [.finished])
    let just = Publishers.MergeMany((0..<10_000).map { Just($0) }).record()
    #expect(just.history == (0..<10_000).map(Event.value) + [.finished])
  }

  @Test func `MergeMany is cancelled in all of its inputs, and lets go of them`() {
    let probe = LifetimeProbe()
    let lines = (0..<100).map { _ in Line() }
    let recording = Publishers.MergeMany(lines.map { $0.map(holding(probe.object())) }).record()
    #expect(probe.count == 100)
    for line in lines.prefix(50) { line.send(.finished) }
    #expect(probe.count == 50)
    recording.cancel()
    #expect(probe.count == 0)
    withExtendedLifetime(lines) {}
  }
}
