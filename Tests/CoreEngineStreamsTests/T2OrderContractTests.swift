import CoreEngineStreams
import TestSupport
import Testing

/// T2: all see the same values, in the same order, in order of subscription.
@Suite struct T2OrderContractTests {
  @Test(arguments: Source.allCases, 0..<3)
  func `R-OBSORDER: all see the same ascending list, whoever sends again`(
    source: Source, position: Int
  ) {
    let feed = source.make()
    let recordings = (0..<3).map { index in
      feed.publisher.record { value in
        guard index == position, value == 1 else { return }
        feed.send(2)
        feed.send(3)
      }
    }
    feed.send(1)
    for recording in recordings { #expect(recording.history == feed.replay + [1, 2, 3]) }
    if let current = feed.current { #expect(current() == 3) }
  }

  @Test(arguments: Source.allCases)
  func `R-SUBORDER: subscribers are called in order of subscription, after removals too`(
    source: Source
  ) {
    let feed = source.make()
    var called: [Int] = []
    var tokens = (0..<50).map { index in
      feed.publisher.map { _ in index }.sink { called.append($0) }
    }
    var expected = Array(0..<50)
    func check(_ value: Int) {
      called = []
      feed.send(value)
      #expect(called == expected)
    }
    for value in 1...20 { check(value) }
    for index in stride(from: 0, to: 50, by: 3) { tokens[index].cancel() }
    expected.removeAll { $0.isMultiple(of: 3) }
    for value in 21...40 { check(value) }
    tokens.append(feed.publisher.sink { _ in called.append(50) })
    expected.append(50)
    check(41)
  }

  @Test func `R-BATCH: what an action causes is finished before the next one begins`() {
    for isBatch in [true, false] {
      let core = TallyCore()
      let recording = core.$state.map(\.count).record { if $0 == 1 { core.action(.add(10)) } }
      if isBatch {
        core(.add(1), .add(100))
      } else {
        core.action(.add(1))
        core.action(.add(100))
      }
      core()
      #expect(core.reduced == [.add(1), .add(10), .add(100)])
      #expect(recording.history == [0, 1, 11, 111])
    }
  }

  /// Where in a pipeline somebody may send again.
  enum Hook: CaseIterable {
    case firstSink, lastSink, map, filter, compactMap, comparison, assignment, replay, effect, error
  }

  @Test(arguments: Hook.allCases)
  func `R-STRANDED: an action is reduced before the outermost call returns, whoever sends it`(
    hook: Hook
  ) {
    var isArmed = hook == .replay
    func fire(_ core: TallyCore, at place: Hook) {
      guard isArmed, hook == place else { return }
      isArmed = false
      core.action(.add(10))
    }
    final class Target {
      var onSet: () -> Void = {}
      var count = 0 { didSet { onSet() } }
    }
    let core = TallyCore { core, _ in fire(core, at: .error) }
    let target = Target()
    target.onSet = { fire(core, at: .assignment) }
    let first = core.$state.record { _ in
      fire(core, at: .replay)
      fire(core, at: .firstSink)
    }
    let tokens = [
      core.$state.map { state -> Int in
        fire(core, at: .map)
        return state.count
      }
      .filter { _ in
        fire(core, at: .filter)
        return true
      }
      .compactMap { count -> Int? in
        fire(core, at: .compactMap)
        return count
      }
      .removeDuplicates { _, _ in
        fire(core, at: .comparison)
        return false
      }
      .assign(to: \.count, on: target)
    ]
    let last = core.$state.record { _ in fire(core, at: .lastSink) }
    switch hook {
    case .replay: #expect(core.reduced == [.add(10)])
    case .effect:
      core.dispatch(
        effect: Improvised<TallyCore.Action, Never> { subscriber in
          isArmed = true
          _ = subscriber.receive(.add(1))
          fire(core, at: .effect)
        })
    case .error:
      isArmed = true
      core.dispatch(effect: Fail<TallyCore.Action, Failed>(error: Failed()))
    default:
      isArmed = true
      core.action(.add(1))
    }
    let total = hook == .replay || hook == .error ? 10 : 11
    #expect(!isArmed)
    #expect(core.count == total)
    #expect(target.count == total)
    #expect(first.history.last == .value(core.state))
    #expect(last.history.last == .value(core.state))
    withExtendedLifetime(tokens) {}
    target.onSet = {}
  }

  @Test(arguments: Source.allCases)
  func `R-SUBINSIDE: who subscribes during an emission gets the newest value once, then the rest`(
    source: Source
  ) {
    let feed = source.make()
    var inner: Recording<Int, Never>?
    let outer = feed.publisher.record { value in
      guard value == 1, inner == nil else { return }
      inner = feed.publisher.record()
    }
    feed.send(1)
    feed.send(2)
    #expect(outer.history == feed.replay + [1, 2])
    #expect(inner?.history == (feed.current == nil ? [2] : [1, 2]))
    inner = nil
  }

  @Test(arguments: Source.allCases)
  func `R-SUBINSIDE: what waited when somebody subscribed is not delivered to it again`(
    source: Source
  ) {
    let feed = source.make()
    var inner: Recording<Int, Never>?
    let outer = feed.publisher.record { value in
      guard value == 1 else { return }
      feed.send(2)
      inner = feed.publisher.record()
      feed.send(3)
    }
    feed.send(1)
    #expect(outer.history == feed.replay + [1, 2, 3])
    #expect(inner?.history == (feed.current == nil ? [3] : [2, 3]))
  }

  @Test(arguments: Source.allCases)
  func `R-SUBINSIDE: a subscriber may subscribe again and again as it subscribes`(source: Source) {
    let feed = source.make()
    let recorder = Recorder<Int, Never> { recorder, event in
      if event == .subscription, recorder.subscriptions.count < 10 {
        feed.publisher.subscribe(recorder)
      }
      return true
    }
    feed.publisher.subscribe(recorder)
    let begin =
      Array(repeating: .subscription, count: 10)
      + Array(repeating: feed.replay, count: 10).joined()
    #expect(recorder.history == begin)
    feed.send(1)
    for index in stride(from: 0, to: 10, by: 2) { recorder.subscriptions[index].cancel() }
    feed.send(2)
    #expect(
      recorder.history
        == begin + Array(repeating: 1, count: 10) + Array(repeating: 2, count: 5))
    recorder.cancel()
  }

  @Test func `A value sent while the replay is delivered follows it`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = Recorder<Int, Never> { _, event in
      if event == .subscription { subject.send(1) }
      if event == 0 { subject.send(2) }
      return true
    }
    let other = subject.record()
    subject.subscribe(recorder)
    #expect(recorder.history == [.subscription, 0, 1, 2])
    #expect(other.history == [0, 1, 2])
    recorder.cancel()
  }

  @Test func `A completion sent inside a delivery comes after the values sent before it`() {
    let subject = PassthroughSubject<Int, Failed>()
    var late: Recording<Int, Failed>?
    let first = subject.record { value in
      guard value == 1 else { return }
      subject.send(2)
      subject.send(completion: .failure(Failed()))
      subject.send(3)
      late = subject.record()
    }
    let second = subject.record()
    subject.send(1)
    #expect(first.history == [1, 2, .failure(Failed())])
    #expect(second.history == first.history)
    #expect(late?.history == [.failure(Failed())])
  }
}
