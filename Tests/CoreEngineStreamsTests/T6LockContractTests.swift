import CoreEngineStreams
import CoreEngineSupport
import TestSupport
import Testing

/// T6: nobody is called while something is locked.
@Suite struct T6LockContractTests {
  /// The moments in which a publisher calls its user's code.
  enum Hook: CaseIterable { case subscription, replay, value, map, completion, release }

  @Test(arguments: Hook.allCases, [true, false])
  func `O-ALIENLOCK: whoever holds a lock may cancel while a subscriber waits for that lock`(
    hook: Hook, dropsTokens: Bool
  ) {
    let users = Locked(())
    let subject = CurrentValueSubject<Int, Never>(0)
    let others = Log<AnyCancellable>()
    for _ in 0..<2 { others.append(subject.sink { _ in }) }
    var fired = 0

    /// Another thread cancels a neighbour, holding the lock that this thread is about to take.
    func meet(at place: Hook) {
      guard place == hook, others.count > 0 else { return }
      fired += 1
      onThreads(1) { _ in
        users.withLock { _ in
          let tokens = others.removeAll()
          if !dropsTokens { for token in tokens { token.cancel() } }
        }
      }
      users.withLock { _ in }
    }

    var token: AnyCancellable?
    do {
      let object = OnDeinit { meet(at: .release) }
      token = subject.sink { _ in withExtendedLifetime(object) {} }
    }
    let recorder = Recorder<Int, Never> { _, event in
      switch event {
      case .subscription: meet(at: .subscription)
      case 0: meet(at: .replay)
      case .value: meet(at: .value)
      case .finished, .failure: meet(at: .completion)
      }
      return true
    }
    subject.map { value in
      meet(at: .map)
      return value
    }
    .subscribe(recorder)
    token?.cancel()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(recorder.history == [.subscription, 0, 1, .finished])
    #expect(fired == 1)
  }

  typealias Subject = PassthroughSubject<Int, Failed>

  static var never: AnyPublisher<Int, Failed> {
    Empty(completeImmediately: false).eraseToAnyPublisher()
  }

  /// Operators that end one upstream while they go on, or before they pass on an end. Each is given
  /// a source that sends 1 and 2 and fails, and a publisher to be ended by that.
  static let joints:
    [(String, @Sendable (Subject, AnyPublisher<Int, Failed>) -> any Publisher<Int, Failed>)] = [
      ("merge", { $0.filter { _ in false }.merge(with: $1) }),
      ("combineLatest", { $0.combineLatest($1) { $0 + $1 } }),
      ("zip", { $0.zip($1) { $0 + $1 } }),
      ("flatMap", { source, ended in source.flatMap { $0 == 1 ? ended : never } }),
      (
        "switchToLatest",
        { source, ended in source.map { $0 == 1 ? ended : never }.switchToLatest() }
      ),
    ]

  @Test(arguments: joints.indices)
  func `O-ALIENLOCK: whoever holds a lock may cancel while the end of an upstream waits for it`(
    index: Int
  ) {
    let (name, join) = Self.joints[index]
    let users = Locked(())
    let tokens = Log<AnyCancellable>()
    let teardowns = Log<Bool>()
    let ended = AnyPublisher<Int, Failed> { _ in
      AnyCancellable {
        // Another thread cancels everything, holding the lock that this thread is about to take.
        onThreads(1) { _ in
          users.withLock { _ in
            for token in tokens.removeAll() { token.cancel() }
          }
        }
        users.withLock { _ in teardowns.append(true) }
      }
    }
    let source = Subject()
    let recording = join(source, ended).record()
    tokens.append(recording.token)
    source.send(1)
    source.send(2)
    source.send(completion: .failure(Failed()))
    #expect(teardowns.count == 1, "\(name)")
    // It was cancelled before the failure could be passed on.
    #expect(recording.history == [], "\(name)")
  }
}
