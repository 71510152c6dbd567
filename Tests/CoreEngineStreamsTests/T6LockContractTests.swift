import CoreEngineKernel
import CoreEngineStreams
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
}
