import CoreEngineStreams
import TestSupport
import Testing

/// T5: what a subscription captured is released when it ends, when nothing is locked or walked.
@Suite struct T5ReleaseContractTests {
  typealias Subject = PassthroughSubject<Int, Failed>

  /// How a subscription may end.
  enum Ending: CaseIterable { case finish, fail, cancel, dropToken, releaseSubject }

  static let pipelines:
    [(String, @Sendable (Subject, LifetimeProbe.Object) -> any Publisher<Int, Failed>)] = [
      ("subject", { subject, _ in subject }),
      ("map", { $0.map(holding($1)) }),
      ("filter", { subject, object in subject.filter { _ in holding(object)(true) } }),
      ("compactMap", { $0.compactMap(holding($1)) }),
      (
        "removeDuplicates",
        { subject, object in subject.removeDuplicates { _, _ in holding(object)(false) } }
      ),
      (
        "what removeDuplicates compares with",
        { subject, object in
          subject.map { ($0, object) }.removeDuplicates { $0.0 == $1.0 }.map(\.0)
        }
      ),
      ("mapError", { $0.mapError(holding($1)) }),
      ("erased", { $0.map(holding($1)).eraseToAnyPublisher() }),
      (
        "hand-made",
        { subject, object in
          AnyPublisher { subscriber in
            subject.sink {
              subscriber.receive(completion: $0)
            } receiveValue: {
              subscriber.receive(holding(object)($0))
            }
          }
        }
      ),
    ]

  @Test(arguments: pipelines.indices, Ending.allCases)
  func `E-RELEASEALL: however a sink ends, its token keeps nothing alive`(
    index: Int, ending: Ending
  ) {
    let (name, make) = Self.pipelines[index]
    // What a closure keeps alive does not end with it, so the outer sink cannot know of it.
    if name == "hand-made", ending == .releaseSubject { return }
    let probe = LifetimeProbe()
    var subject: Subject? = Subject()
    weak let watched = subject
    var token: AnyCancellable?
    do {
      let object = probe.object()
      token = make(subject!, object).sink {
        _ = holding(object)($0)
      } receiveValue: {
        _ = holding(object)($0)
      }
    }
    subject?.send(1)
    #expect(probe.count == 1)
    switch ending {
    case .finish: subject?.send(completion: .finished)
    case .fail: subject?.send(completion: .failure(Failed()))
    case .cancel: token?.cancel()
    case .dropToken: token = nil
    case .releaseSubject: subject = nil
    }
    #expect(probe.count == 0, "\(name)")
    subject = nil
    #expect(watched == nil, "\(name)")
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [Ending.finish, .cancel, .dropToken, .releaseSubject])
  func `E-RELEASEALL: however an assignment ends, its token keeps nothing alive`(ending: Ending) {
    final class Target { var value = 0 }
    let probe = LifetimeProbe()
    let target = Target()
    var subject: CurrentValueSubject<Int, Never>? = CurrentValueSubject(1)
    weak let watched = subject
    var token: AnyCancellable?
    do {
      token = subject?.map(holding(probe.object())).assign(to: \.value, on: target)
    }
    #expect(target.value == 1)
    switch ending {
    case .finish: subject?.send(completion: .finished)
    case .fail, .cancel: token?.cancel()
    case .dropToken: token = nil
    case .releaseSubject: subject = nil
    }
    #expect(probe.count == 0)
    subject = nil
    #expect(watched == nil)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [Ending.finish, .fail, .cancel])
  func `E-RELEASEALL: however an effect ends, its token keeps nothing alive`(ending: Ending) {
    let probe = LifetimeProbe()
    let core = TallyCore()
    let subject = PassthroughSubject<TallyCore.Action, Failed>()
    core.dispatch(effect: subject.map(holding(probe.object())))
    let tokens = core.subscription
    #expect(probe.count == 1)
    switch ending {
    case .finish: subject.send(completion: .finished)
    case .fail: subject.send(completion: .failure(Failed()))
    default: for token in tokens { token.cancel() }
    }
    #expect(probe.count == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test func `Releasing a subject breaks the cycle of a sink that holds its own token`() {
    let probe = LifetimeProbe()
    do {
      final class Screen {
        var token: AnyCancellable?
        let object: LifetimeProbe.Object
        init(_ object: LifetimeProbe.Object) { self.object = object }
      }
      let subject = CurrentValueSubject<Int, Never>(0)
      let screen = Screen(probe.object())
      screen.token = subject.sink { _ in withExtendedLifetime(screen) {} }
    }
    #expect(probe.count == 0)
  }

  @Test(arguments: [true, false])
  func `Captures go at once, or at the end of the outermost emission that runs`(isInside: Bool) {
    let subject = Subject()
    var log: [String] = []
    var tokens: [AnyCancellable] = []
    let first = subject.record { value in
      log.append("first \(value)")
      guard isInside, value == 1 else { return }
      subject.send(2)
      for token in tokens { token.cancel() }
      log.append("cancelled")
    }
    for index in 0..<2 {
      let object = OnDeinit { log.append("released \(index)") }
      tokens.append(
        subject.sink { _ in
          withExtendedLifetime(object) {}
        } receiveValue: { _ in
          log.append("late")
        })
    }
    let last = subject.record { log.append("last \($0)") }
    if !isInside { for token in tokens { token.cancel() } }
    subject.send(1)
    #expect(
      log
        == (isInside
          ? [
            "first 1", "cancelled", "last 1", "first 2", "last 2", "released 0", "released 1",
          ] : ["released 0", "released 1", "first 1", "last 1"]))
    withExtendedLifetime((first, last)) {}
  }

  /// What an object does as it is released.
  enum LastWill: CaseIterable { case send, subscribe, cancelOther, complete }

  @Test(arguments: LastWill.allCases, [true, false])
  func `A deinit may use the subject that let go of it`(will: LastWill, isInside: Bool) {
    let subject = Subject()
    var second: Recording<Int, Failed>?
    var added: Recording<Int, Failed>?
    var token: AnyCancellable?
    let first = subject.record { if isInside, $0 == 1 { token?.cancel() } }
    do {
      let object = OnDeinit {
        switch will {
        case .send: subject.send(3)
        case .subscribe: added = subject.record()
        case .cancelOther: second?.cancel()
        case .complete: subject.send(completion: .finished)
        }
      }
      token = subject.sink { _ in
        withExtendedLifetime(object) {}
      } receiveValue: { _ in
      }
    }
    second = subject.record()
    if !isInside { token?.cancel() }
    subject.send(1)
    subject.send(2)
    let all: [Event<Int, Failed>] =
      switch (will, isInside) {
      case (.send, true): [1, 3, 2]
      case (.send, false): [3, 1, 2]
      case (.complete, true): [1, .finished]
      case (.complete, false): [.finished]
      default: [1, 2]
      }
    #expect(first.history == all)
    #expect(second?.history == (will == .cancelOther ? (isInside ? [1] : []) : all))
    #expect(added?.history == (will == .subscribe ? (isInside ? [2] : [1, 2]) : nil))
  }

  @Test(arguments: LastWill.allCases)
  func `A deinit of what was replaced may use the value that took its place`(will: LastWill) {
    let subject = CurrentValueSubject<OnDeinit?, Never>(nil)
    var seen: [String] = []
    var added: AnyCancellable?
    let token = subject.sink { seen.append($0 == nil ? "nil" : "some") }
    subject.value = OnDeinit {
      switch will {
      case .send: if subject.value == nil { subject.send(OnDeinit {}) }
      case .subscribe: added = subject.sink { seen.append($0 == nil ? "nil" : "some") }
      case .cancelOther: token.cancel()
      case .complete: subject.send(completion: .finished)
      }
    }
    subject.value = nil
    #expect(
      seen == ["nil", "some", "nil"]
        + (will == .send ? ["some"] : will == .subscribe ? ["nil"] : []))
    withExtendedLifetime(added) {}
  }

  @Test(arguments: [true, false])
  func `A subject may be released during its own emission`(replays: Bool) {
    let probe = LifetimeProbe()
    final class Holder {
      var passthrough: PassthroughSubject<Int, Never>? = PassthroughSubject()
      var current: CurrentValueSubject<Int, Never>? = CurrentValueSubject(0)
    }
    let holder = Holder()
    weak let passthrough = holder.passthrough
    weak let current = holder.current
    func subscribe(_ publisher: some Publisher<Int, Never>) -> Recording<Int, Never> {
      let object = probe.object()
      return publisher.map(holding(object)).record { value in
        guard value == 1 else { return }
        holder.passthrough = nil
        holder.current = nil
      }
    }
    func subscribeToAll() -> [Recording<Int, Never>] {
      (0..<3).flatMap { _ in
        [holder.passthrough.map(subscribe), holder.current.map(subscribe)].compactMap(\.self)
      }
    }
    if replays { holder.current?.value = 1 }
    let recordings = subscribeToAll()
    if !replays { holder.passthrough?.send(1) }
    #expect(passthrough == nil && current == nil)
    #expect(probe.count == 0)
    if replays {
      #expect(recordings.map(\.history) == [[], [1]])
    } else {
      #expect(recordings.map(\.history) == (0..<3).flatMap { _ in [[1], [0]] })
    }
  }

  @Test func `Another thread that cancels during an emission leaves the captures to it`() {
    let subject = Subject()
    let log = Log<String>()
    var tokens: [AnyCancellable] = []
    let first = subject.record { _ in
      onThreads(2) { [tokens] in tokens[$0].cancel() }
      log.append("cancelled")
    }
    for _ in 0..<2 {
      let object = OnDeinit { log.append("released") }
      tokens.append(
        subject.sink { _ in
          withExtendedLifetime(object) {}
        } receiveValue: { _ in
        })
    }
    let last = subject.record { _ in log.append("last") }
    subject.send(1)
    #expect(log.values == ["cancelled", "last", "released", "released"])
    withExtendedLifetime((first, last)) {}
  }

  @Test func `Tokens may be dropped in every order`() {
    func permutations(of items: [Int]) -> [[Int]] {
      guard items.count > 1 else { return [items] }
      return items.flatMap { item in
        permutations(of: items.filter { $0 != item }).map { [item] + $0 }
      }
    }
    for order in permutations(of: Array(0..<5)) {
      let probe = LifetimeProbe()
      let subject = Subject()
      var received: [Int] = []
      var tokens: [AnyCancellable?] = (0..<5).map { index in
        let object = probe.object()
        return subject.sink { _ in
          withExtendedLifetime(object) {}
        } receiveValue: { _ in
          received.append(index)
        }
      }
      var left = Array(0..<5)
      for index in order {
        tokens[index] = nil
        left.removeAll { $0 == index }
        received = []
        subject.send(0)
        #expect(received == left)
        #expect(probe.count == left.count)
      }
    }
  }
}
