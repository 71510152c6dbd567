internal import CoreEngineAsync
internal import CoreEngineKernel
internal import CoreEngineSupport

/// The reductions of a core that a test has not looked at yet.
final class Inbox<State: CoreState, Action: Sendable>: Sendable {
  struct Letter: Sendable {
    let transition: Transition<State, Action>

    /// The number of the step whose action it is, or 0.
    let step: UInt64
  }

  struct Content: Sendable {
    /// The oldest first.
    var letters: [Letter] = []

    /// The number of the last step whose action has been handled.
    var finishedStep: UInt64 = 0
  }

  private struct Guarded: Sendable {
    var content = Content()
    var watchers: [ObjectIdentifier: Patience] = [:]
  }

  private let guarded = Locked(Guarded())

  var content: Content { guarded.withLock { $0.content } }

  func add(_ letter: Letter) {
    change { $0.letters.append(letter) }
  }

  func noteEnd(ofStep step: UInt64) {
    change { $0.finishedStep = step }
  }

  /// Takes out one.
  func take(at index: Int) {
    let letter = guarded.withLock { $0.content.letters.remove(at: index) }
    withExtendedLifetime(letter) {}
  }

  /// Takes out the oldest ones.
  func take(through index: Int) {
    let letters = guarded.withLock { guarded in
      let letters = guarded.content.letters[...index]
      guarded.content.letters = Array(guarded.content.letters[(index + 1)...])
      return letters
    }
    withExtendedLifetime(letters) {}
  }

  /// Waits until what is looked for is there.
  ///
  /// - Returns: `nil` if it was not there in time.
  /// - Throws: `CancellationError` when the task is cancelled.
  nonisolated(nonsending) func first<Found>(
    within timeout: Duration, _ look: (Content) -> Found?
  ) async throws -> Found? {
    let patience = Patience()
    let id = ObjectIdentifier(patience)
    guarded.withLock { $0.watchers[id] = patience }
    let timer = patience.end(after: timeout, ContinuousClock())
    defer {
      timer.cancel()
      _ = guarded.withLock { $0.watchers.removeValue(forKey: id) }
    }
    while true {
      if let found = look(content) { return found }
      switch await patience.next() {
      case nil: continue
      case .cancelled: throw CancellationError()
      // What came last counts.
      case .timeIsUp, .isOver: return look(content)
      }
    }
  }

  private func change(_ body: (inout Content) -> Void) {
    let watchers = guarded.withLock { guarded in
      body(&guarded.content)
      return guarded.watchers
    }
    for watcher in watchers.values { watcher.tell() }
  }
}
