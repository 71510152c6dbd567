import CoreEngineStreams
import TestSupport
import Testing

/// T5: nothing arrives after `cancel()`, which may come from any thread, during an emission too.
@Suite struct T5CancelContractTests {
  @Test(arguments: Source.allCases, [true, false])
  func `R-UNSUBINSIDE: who is cancelled inside an emission gets nothing more of it`(
    source: Source, dropsTokens: Bool
  ) {
    let feed = source.make()
    var others: [Recording<Int, Never>?] = []
    let first = feed.publisher.record { value in
      guard value == 1 else { return }
      if !dropsTokens { for other in others { other?.cancel() } }
      others = []
    }
    let last = feed.publisher.record()
    var histories: [() -> [Event<Int, Never>]] = []
    for _ in 0..<2 {
      let other = feed.publisher.record()
      histories.append { [history = other.recorder] in history.history }
      others.append(other)
    }
    feed.send(1)
    feed.send(2)
    for history in histories { #expect(history() == feed.replay) }
    #expect(first.history == feed.replay + [1, 2])
    #expect(last.history == feed.replay + [1, 2])
  }

  @Test(arguments: Source.allCases, [true, false])
  func `R-UNSUBINSIDE: who cancels itself gets nothing more, not even what it has sent`(
    source: Source, sendsAfterwards: Bool
  ) {
    let feed = source.make()
    var token: AnyCancellable?
    let other = feed.publisher.record()
    let own = feed.publisher.record { value in
      guard value == 1 else { return }
      if !sendsAfterwards { feed.send(2) }
      token?.cancel()
      if sendsAfterwards { feed.send(2) }
    }
    token = own.token
    feed.send(1)
    #expect(own.history == feed.replay + [1])
    #expect(other.history == feed.replay + [1, 2])
  }

  @Test func `R-UNSUBINSIDE: a sink that was cancelled may have let go of what it used`() async {
    await #expect(processExitsWith: .success) {
      final class Owner {
        var token: AnyCancellable?
        var count = 0
      }
      let subject = PassthroughSubject<Int, Never>()
      var owner: Owner? = Owner()
      let killer = subject.sink { if $0 == 1 { owner = nil } }
      owner?.token = subject.sink { [unowned owner = owner!] in owner.count += $0 }
      subject.send(0)
      subject.send(1)
      subject.send(2)
      withExtendedLifetime(killer) {}
    }
  }

  @Test(arguments: Source.allCases)
  func `E-CANCEL3: cancelling is idempotent, before the first value and inside it`(source: Source) {
    let feed = source.make()
    let never = feed.publisher.record()
    never.cancel()
    never.cancel()
    var token: AnyCancellable?
    let once = feed.publisher.record { _ in
      token?.cancel()
      token?.cancel()
    }
    token = once.token
    feed.send(1)
    feed.send(2)
    token?.cancel()
    #expect(never.history == feed.replay)
    #expect(once.history == feed.replay + [1])
  }

  /// Publishers with something to say at once.
  static let eager: [(String, @Sendable () -> AnyPublisher<Int, Failed>)] = [
    ("Just", { Just(1).setFailureType(to: Failed.self).eraseToAnyPublisher() }),
    ("Fail", { Fail(error: Failed()).eraseToAnyPublisher() }),
    ("Empty", { Empty().eraseToAnyPublisher() }),
    (
      "sequence",
      { [1, 2, 3].publisher.setFailureType(to: Failed.self).eraseToAnyPublisher() }
    ),
    ("current value", { CurrentValueSubject(1).eraseToAnyPublisher() }),
    (
      "ended subject",
      {
        let subject = PassthroughSubject<Int, Failed>()
        subject.send(completion: .finished)
        return subject.eraseToAnyPublisher()
      }
    ),
    (
      "hand-made",
      {
        AnyPublisher { subscriber in
          subscriber.receive(1)
          subscriber.receive(2)
          subscriber.receive(completion: .finished)
        }
      }
    ),
  ]

  @Test(arguments: eager.indices)
  func `E-CANCEL3: whoever cancels inside receive(subscription:) gets nothing`(index: Int) {
    let (name, make) = Self.eager[index]
    let recorder = Recorder<Int, Failed> { recorder, event in
      if event == .subscription { recorder.cancel() }
      return true
    }
    make().subscribe(recorder)
    #expect(recorder.history == [.subscription], "\(name)")
  }

  @Test(arguments: eager.indices)
  func `E-CANCEL3: whoever cancels or declines at a value gets nothing more`(index: Int) {
    let (name, make) = Self.eager[index]
    for declines in [true, false] {
      let recorder = Recorder<Int, Failed> { recorder, event in
        guard event == 1 else { return true }
        if !declines { recorder.cancel() }
        return !declines
      }
      make().subscribe(recorder)
      #expect(recorder.history.count <= 2, "\(name)")
    }
  }

  /// Only the cancelling crosses threads; the one that owns the box alone sends.
  private struct Box: @unchecked Sendable {
    let subject = PassthroughSubject<Int, Never>()
  }

  @Test func `E-CANCEL3: four threads cancel while one sends`() {
    for _ in 0..<100 {
      let box = Box()
      let probe = LifetimeProbe()
      let tokens = (0..<4).map { _ in
        let object = probe.object()
        return box.subject.sink { _ in withExtendedLifetime(object) {} }
      }
      let received = Log<Int>()
      let stays = box.subject.sink { received.append($0) }
      onThreads(5) { index in
        if index == 4 {
          for value in 0..<100 { box.subject.send(value) }
        } else {
          tokens[index].cancel()
        }
      }
      #expect(received.values == Array(0..<100))
      #expect(probe.count == 0)
      withExtendedLifetime(stays) {}
    }
  }

  @Test func `E-CANCEL3: what is sent at the moment of cancelling is delivered by that send`() {
    for _ in 0..<30 {
      let box = Box()
      let course = Course()
      let received = Log<Int>()
      let stays = box.subject.sink { received.append($0) }
      let tokens = (0..<100).map { _ in box.subject.sink { _ in } }
      let late = Log<Int>()
      onThreads(2) { thread in
        for (index, token) in tokens.enumerated() {
          course.meet(at: index, thread)
          if thread == 1 {
            token.cancel()
          } else {
            box.subject.send(index)
            if received.count != index + 1 { late.append(index) }
          }
        }
      }
      #expect(late.values == [])
      withExtendedLifetime(stays) {}
    }
  }

  @Test func `E-CANCEL3: of two threads that cancel, one does`() {
    let cancels = Log<Int>()
    let tokens = (0..<10_000).map { index in AnyCancellable { cancels.append(index) } }
    onThreads(2) { _ in
      for token in tokens { token.cancel() }
    }
    #expect(cancels.values.sorted() == Array(0..<10_000))
  }

  @Test func `E-CANCEL3: subscribing and sending go on while another thread cancels`() {
    let box = Box()
    let probe = LifetimeProbe()
    let tokens = Log<AnyCancellable>()
    let isDone = Log<Bool>()
    let received = Log<Int>()
    onThreads(3) { index in
      if index == 0 {
        for value in 0..<2_000 {
          let object = probe.object()
          tokens.append(box.subject.sink { _ in withExtendedLifetime(object) {} })
          if value.isMultiple(of: 50) {
            tokens.append(box.subject.sink { received.append($0) })
          }
          box.subject.send(value)
        }
        isDone.append(true)
      } else {
        var isLast = false
        repeat {
          isLast = isDone.count > 0
          for token in tokens.removeAll() { token.cancel() }
        } while !isLast
      }
    }
    #expect(probe.count == 0)
    let late = received.count
    box.subject.send(-1)
    #expect(received.count == late)
  }

  @Test(arguments: Source.allCases)
  func `E-CANCELRACE: cancelling does not wait for the delivery that runs, which is the last`(
    source: Source
  ) {
    let feed = source.make()
    var token: AnyCancellable?
    var isInside = false
    let recording = feed.publisher.record { value in
      guard value == 1, let token else { return }
      isInside = true
      onThreads(1) { _ in token.cancel() }
      isInside = false
    }
    token = recording.token
    feed.send(1)
    feed.send(2)
    #expect(recording.history == feed.replay + [1])
    #expect(!isInside)
  }
}
