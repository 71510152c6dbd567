import CoreEngineStreams
import TestSupport
import Testing

@Suite struct FirstTests {
  @Test func `It passes on the first value, and finishes`() {
    #expect((1...3).publisher.first().record().history == [1, .finished])
    #expect((1...3).publisher.first { $0 > 1 }.record().history == [2, .finished])
  }

  @Test func `Without one it ends as its source does`() {
    #expect(Empty<Int, Failed>().first().record().history == [.finished])
    #expect((1...3).publisher.first { $0 > 3 }.record().history == [.finished])
    let failing = Fail<Int, Failed>(error: Failed(code: 1))
    #expect(failing.first().record().history == [.failure(Failed(code: 1))])
  }

  @Test func `R-TAKE: a sink that sends again gets one value and one end`() {
    let subject = PassthroughSubject<Int, Never>()
    let first = subject.first().record { subject.send($0 + 1) }
    let even = subject.first { $0.isMultiple(of: 2) }.record { subject.send($0 + 2) }
    let all = subject.record()
    subject.send(1)
    #expect(first.history == [1, .finished])
    #expect(even.history == [2, .finished])
    #expect(all.history == [1, 2, 4])
  }

  @Test func `R-TAKE: upstream is cancelled before the value is passed on`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.handleEvents(receiveCancel: { log.append("cancel") })
      .first { $0 == 2 }.record { log.append("\($0)") }
    for value in 1...3 { subject.send(value) }
    #expect(log.values == ["cancel", "2"])
    #expect(recording.history == [2, .finished])
  }

  @Test func `R-TAKE: a source that does not put values in order gets no more through`() {
    var feed: AnySubscriber<Int, Never>?
    let source = Improvised<Int, Never> { feed = $0 }
    let recording = source.first().record { if $0 < 5 { feed?.receive($0 + 1) } }
    feed?.receive(1)
    #expect(recording.history == [1, .finished])
    feed = nil
  }

  @Test func `The condition is not asked again`() {
    let subject = PassthroughSubject<Int, Never>()
    var asked: [Int] = []
    let recording = subject.first { value in
      asked.append(value)
      return value == 2
    }.record()
    for value in 1...3 { subject.send(value) }
    #expect(recording.history == [2, .finished])
    #expect(asked == [1, 2])
  }

  @Test func `One property of the moment makes an effect that ends`() {
    let core = TallyCore()
    core.dispatch(effect: core.$state.map(\.count).first().map(TallyCore.Action.other))
    core.action(.add(1))
    #expect(core.reduced == [.other(0), .add(1)])
    #expect(core.subscription.isEmpty)
  }
}
