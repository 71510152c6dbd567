import CoreEngineStreams
import TestSupport
import Testing

@Suite struct ShareTests {
  /// A publisher that counts its subscribers and the cancellations.
  private final class Upstream {
    let line = Line()
    private(set) var subscribers = 0
    let cancels = CountedSubscription()
    /// What happens while somebody subscribes.
    var whileSubscribing: (AnySubscriber<Int, Failed>) -> Void = { _ in }

    var publisher: AnyPublisher<Int, Failed> {
      AnyPublisher { subscriber in
        self.subscribers += 1
        let token = self.line.sink {
          subscriber.receive(completion: $0)
        } receiveValue: {
          subscriber.receive($0)
        }
        self.whileSubscribing(subscriber)
        return [token, AnyCancellable(self.cancels)].joined
      }
    }
  }

  @Test func `O-SHAREONCE: all subscribers have one subscription, and each what comes after it`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    #expect(upstream.subscribers == 0)
    let first = shared.record()
    upstream.line.send(1)
    let second = shared.record()
    upstream.line.send(2)
    upstream.line.send(.finished)
    let third = shared.record()
    #expect(first.history == [1, 2, .finished])
    #expect(second.history == [2, .finished])
    #expect(third.history == [.finished])
    #expect(upstream.subscribers == 1)
  }

  @Test func `O-SHAREONCE: who subscribes inside upstream's subscribe shares it`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    var second: Recording<Int, Failed>?
    upstream.whileSubscribing = { subscriber in
      second = shared.record()
      subscriber.receive(1)
    }
    let first = shared.record()
    upstream.line.send(2)
    #expect(upstream.subscribers == 1)
    #expect(first.history == [1, 2])
    #expect(second?.history == [1, 2])
    upstream.whileSubscribing = { _ in }
  }

  @Test func `O-SHAREONCE: who subscribes inside receive(subscription:) of the first shares it`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    var second: Recording<Int, Failed>?
    let first = Recorder<Int, Failed> { _, event in
      if event == .subscription { second = shared.record() }
      return true
    }
    shared.subscribe(first)
    upstream.line.send(1)
    #expect(upstream.subscribers == 1)
    #expect(first.history == [.subscription, 1])
    #expect(second?.history == [1])
    first.cancel()
    second = nil
  }

  @Test func `O-SHAREONCE: the first may cancel inside receive(subscription:)`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    let first = Recorder<Int, Failed> { recorder, event in
      if event == .subscription { recorder.cancel() }
      return true
    }
    shared.subscribe(first)
    #expect(upstream.subscribers == 0)
    let second = shared.record()
    upstream.line.send(1)
    #expect(upstream.subscribers == 1)
    #expect(first.history == [.subscription])
    #expect(second.history == [1])
  }

  @Test func `O-SHAREONCE: when all have gone upstream is cancelled, and the next begins it anew`()
  {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    for round in 1...3 {
      let first = shared.record()
      let second = shared.record()
      upstream.line.send(round)
      first.cancel()
      first.cancel()
      #expect(upstream.cancels.cancels == round - 1)
      upstream.line.send(round + 10)
      second.cancel()
      #expect(upstream.cancels.cancels == round)
      upstream.line.send(99)
      #expect(first.history == [.value(round)])
      #expect(second.history == [.value(round), .value(round + 10)])
      #expect(upstream.subscribers == round)
    }
  }

  @Test(arguments: [true, false])
  func `O-SHAREONCE: who cancels and declines at the same value takes nobody along`(
    cancels: Bool
  ) {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    let first = Recorder<Int, Failed> { recorder, event in
      guard event == 1 else { return true }
      if cancels { recorder.cancel() }
      return false
    }
    shared.subscribe(first)
    let second = shared.record()
    upstream.line.send(1)
    upstream.line.send(2)
    first.cancel()
    first.cancel()
    upstream.line.send(3)
    #expect(first.history == [.subscription, 1])
    #expect(second.history == [1, 2, 3])
    #expect(upstream.cancels.cancels == 0)
    second.cancel()
    #expect(upstream.cancels.cancels == 1)
  }

  @Test func `O-SHAREONCE: all may go and one come again inside a delivery`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    var second: Recording<Int, Failed>?
    var token: AnyCancellable?
    let first = shared.record { value in
      token?.cancel()
      upstream.line.send(value + 1)
      second = shared.record()
      upstream.line.send(value + 2)
    }
    token = first.token
    upstream.line.send(1)
    upstream.line.send(9)
    #expect(first.history == [1])
    // What was sent before it came is not for it.
    #expect(second?.history == [3, 9])
    #expect(upstream.subscribers == 2)
    #expect(upstream.cancels.cancels == 1)
  }

  @Test func `A first subscriber that declines a value leaves, too`() {
    let upstream = Upstream()
    let shared = upstream.publisher.share()
    let first = Recorder<Int, Failed> { _, event in event != 1 }
    shared.subscribe(first)
    upstream.line.send(1)
    #expect(first.history == [.subscription, 1])
    #expect(upstream.cancels.cancels == 1)
    first.cancel()
    let second = shared.record()
    upstream.line.send(2)
    #expect(second.history == [2])
    #expect(upstream.subscribers == 2)
  }

  @Test func `What answers at once goes to the first, and the others get the end`() {
    let shared = values(1, 2).share()
    #expect(shared.record().history == [1, 2, .finished])
    #expect(shared.record().history == [.finished])
    let failing = Fail<Int, Failed>(error: Failed()).share()
    #expect(failing.record().history == [.failure(Failed())])
    #expect(failing.record().history == [.failure(Failed())])
  }

  @Test func `Two shares of one publisher are two, and unequal`() {
    let upstream = Upstream()
    let (one, other) = (upstream.publisher.share(), upstream.publisher.share())
    let recordings = [one.record(), other.record()]
    upstream.line.send(1)
    for recording in recordings { #expect(recording.history == [1]) }
    #expect(upstream.subscribers == 2)
    #expect(one == one)
    #expect(one != other)
  }

  @Test func `Copies share, and a pipeline holds what it shares`() {
    let upstream = Upstream()
    var shared: Publishers.Share<AnyPublisher<Int, Failed>>? = upstream.publisher.share()
    weak let watched = shared
    let first = shared!.map { $0 }.record()
    let second = shared!.eraseToAnyPublisher().record()
    shared = nil
    #expect(watched == nil)
    upstream.line.send(1)
    #expect(first.history == [1])
    #expect(second.history == [1])
    #expect(upstream.subscribers == 1)
  }

  @Test func `All subscribers see the same order, whoever sends from its sink`() {
    for sender in 0..<3 {
      let line = Line()
      let shared = line.share()
      let recordings = (0..<3).map { index in
        shared.record { value in if index == sender, value < 3 { line.send(value + 1) } }
      }
      line.send(1)
      for recording in recordings { #expect(recording.history == [1, 2, 3]) }
    }
  }

  @Test(arguments: [true, false])
  func `R-UNSUBINSIDE: who is cancelled inside a delivery gets nothing more of it`(drops: Bool) {
    let line = Line()
    let shared = line.share()
    var others: [Recording<Int, Failed>?] = []
    let first = shared.record { _ in
      if !drops { for other in others { other?.cancel() } }
      others = []
    }
    others = [shared.record(), shared.record()]
    let histories = others.map { $0?.recorder }
    line.send(1)
    line.send(2)
    #expect(first.history == [1, 2])
    for recorder in histories { #expect(recorder?.history == []) }
  }

  @Test func `R-SUBINSIDE: who comes inside a delivery gets what is sent after it`() {
    let line = Line()
    let shared = line.share()
    var inner: Recording<Int, Failed>?
    let outer = shared.record { value in
      guard value == 1 else { return }
      line.send(2)
      inner = shared.record()
      line.send(3)
    }
    line.send(1)
    #expect(outer.history == [1, 2, 3])
    // The upstream delivers 2 and 3 once 1 has reached everybody; by then this one is there.
    #expect(inner?.history == [2, 3])
  }

  @Test
  func `When upstream's source is gone the subscribers are released, and the next begins anew`() {
    let probe = LifetimeProbe()
    var line: Line? = Line()
    var count = 0
    let shared = Improvised<Int, Failed> { subscriber in
      count += 1
      line?.receive(subscriber: subscriber)
    }
    .share()
    let tokens = (0..<2).map { _ in
      let object = probe.object()
      return shared.sink { _ in
      } receiveValue: { _ in
        withExtendedLifetime(object) {}
      }
    }
    line?.send(1)
    #expect(probe.count == 2)
    line = nil
    #expect(probe.count == 0)
    line = Line()
    let late = shared.record()
    #expect(count == 2)
    // Those of the past have no part in it any more.
    for token in tokens { token.cancel() }
    line?.send(2)
    #expect(late.history == [2])
  }

  @Test func `Threads may cancel while it delivers`() {
    struct Box: @unchecked Sendable {
      let line = Line()
      let shared: Publishers.Share<Line>
      init() { shared = line.share() }
    }
    for _ in 0..<50 {
      let box = Box()
      let probe = LifetimeProbe()
      let tokens = (0..<4).map { _ in
        let object = probe.object()
        return box.shared.sink { _ in
        } receiveValue: { _ in
          withExtendedLifetime(object) {}
        }
      }
      onThreads(5) { index in
        if index == 4 {
          for value in 0..<100 { box.line.send(value) }
        } else {
          tokens[index].cancel()
        }
      }
      #expect(probe.count == 0)
      let late = box.shared.record()
      box.line.send(1)
      #expect(late.history == [1])
    }
  }
}

extension [AnyCancellable] {
  /// One that cancels all of these.
  fileprivate var joined: AnyCancellable {
    AnyCancellable { for token in self { token.cancel() } }
  }
}
