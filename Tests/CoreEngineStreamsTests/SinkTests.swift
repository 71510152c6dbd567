import CoreEngineStreams
import TestSupport
import Testing

@Suite struct SinkTests {
  @Test func `Calls its closures with values and the end`() {
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.record()
    subject.send(1)
    subject.send(completion: .failure(Failed()))
    #expect(recording.history == [1, .failure(Failed())])
  }

  @Test func `Needs no closure for an end that cannot fail`() {
    var values: [Int] = []
    [1, 2].publisher.sink { values.append($0) }.cancel()
    #expect(values == [1, 2])
  }

  @Test func `Dropping the token ends it`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    do {
      let token = subject.sink { values.append($0) }
      subject.send(1)
      withExtendedLifetime(token) {}
    }
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `No end is reported to who cancelled inside the last value`() {
    var token: AnyCancellable?
    let subject = PassthroughSubject<Int, Failed>()
    let recording = subject.record { _ in
      subject.send(completion: .finished)
      token?.cancel()
    }
    token = recording.token
    subject.send(1)
    #expect(recording.history == [1])
  }

  @Test func `An end inside a value comes after it`() {
    let subject = PassthroughSubject<Int, Failed>()
    var log: [String] = []
    let recording = subject.record { _ in
      subject.send(completion: .finished)
      log.append("value")
    } atEnd: {
      log.append("end")
    }
    subject.send(1)
    #expect(log == ["value", "end"])
    #expect(recording.history == [1, .finished])
  }

  @Test func `An end inside the end is not another one`() {
    var feed: AnySubscriber<Int, Failed>?
    let recording = Improvised<Int, Failed> { feed = $0 }.record {
      _ in
    } atEnd: {
      feed?.receive(1)
      feed?.receive(completion: .failure(Failed()))
    }
    feed?.receive(completion: .finished)
    #expect(recording.history == [.finished])
    feed = nil
  }

  /// How a sink ends whose closures held the last reference to what ends its subject.
  enum Ending: CaseIterable { case cancel, dropToken, finish }

  @Test(arguments: Ending.allCases, [true, false])
  func `What a deinit of its captures sends does not reach it`(ending: Ending, inValue: Bool) {
    let subject = PassthroughSubject<Int, Failed>()
    var history: [Event<Int, Failed>] = []
    var releases = 0
    var token: AnyCancellable?
    do {
      let object = OnDeinit {
        releases += 1
        subject.send(1)
        subject.send(completion: .failure(Failed()))
      }
      let (valueHolds, endHolds) = inValue ? (object, nil) : (nil, object)
      token = subject.sink {
        history.append(Event($0))
        withExtendedLifetime(endHolds) {}
      } receiveValue: {
        history.append(.value($0))
        withExtendedLifetime(valueHolds) {}
      }
    }
    #expect(releases == 0)
    switch ending {
    case .cancel: token?.cancel()
    case .dropToken: token = nil
    case .finish: subject.send(completion: .finished)
    }
    #expect(releases == 1)
    #expect(history == (ending == .finish ? [.finished] : []))
    withExtendedLifetime(token) {}
  }
}
