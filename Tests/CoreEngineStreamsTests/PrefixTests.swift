import CoreEngineStreams
import TestSupport
import Testing

@Suite struct PrefixTests {
  @Test(
    arguments: [
      (0, [.finished]), (1, [1, .finished]), (2, [1, 2, .finished]), (3, [1, 2, 3, .finished]),
      (4, [1, 2, 3, .finished]), (Int.max, [1, 2, 3, .finished]),
    ] as [(Int, [Event<Int, Never>])])
  func `It passes on so many values at most`(count: Int, history: [Event<Int, Never>]) {
    #expect((1...3).publisher.prefix(count).record().history == history)
  }

  @Test func `R-TAKE: a sink that sends again gets no more than was asked for`() {
    for count in 1...3 {
      let subject = PassthroughSubject<Int, Never>()
      let recording = subject.prefix(count).record { subject.send($0 + 1) }
      subject.send(1)
      #expect(recording.history == (1...count).map { .value($0) } + [.finished])
    }
  }

  @Test func `R-TAKE: a subject that replays is heard once`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recording = subject.prefix(1).record { subject.send($0 + 1) }
    #expect(recording.history == [1, .finished])
    #expect(subject.value == 2)
  }

  @Test func `R-TAKE: upstream is cancelled before the last value is passed on`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.handleEvents(receiveCancel: { log.append("cancel") }).prefix(2)
      .record { log.append("\($0)") }
    for value in 1...3 { subject.send(value) }
    #expect(log.values == ["1", "cancel", "2"])
    #expect(recording.history == [1, 2, .finished])
  }

  @Test func `R-TAKE: a source that does not put values in order gets no more through`() {
    var feed: AnySubscriber<Int, Never>?
    let source = Improvised<Int, Never> { feed = $0 }
    let recording = source.prefix(2).record { if $0 < 5 { feed?.receive($0 + 1) } }
    feed?.receive(1)
    #expect(recording.history == [1, 2, .finished])
    feed = nil
  }

  @Test func `Zero does not subscribe`() {
    let source = Improvised<Int, Never> { _ in Issue.record("subscribed") }
    let recorder = Recorder<Int, Never>()
    source.prefix(0).subscribe(recorder)
    #expect(recorder.history == [.subscription, .finished])
  }

  @Test func `Each subscription counts for itself`() {
    let two = (1...3).publisher.prefix(2)
    #expect(two.record().history == [1, 2, .finished])
    #expect(two.record().history == [1, 2, .finished])
  }

  @Test func `The shorter of two wins`() {
    let subject = PassthroughSubject<Int, Never>()
    let short = subject.prefix(3).prefix(1).record()
    let long = subject.prefix(1).prefix(3).record()
    for value in 1...4 { subject.send(value) }
    #expect(short.history == [1, .finished])
    #expect(long.history == [1, .finished])
  }

  @Test func `A negative count stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Just(1).prefix(-1)
    }
    #expect(result?.errorText.contains("CoreEngine: the length of prefix(_:) is -1,") == true)
  }
}
