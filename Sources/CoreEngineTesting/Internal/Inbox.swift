internal import CoreEngineAsync
internal import CoreEngineKernel

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
    var waiting: [UInt64: UnsafeContinuation<Void, Never>] = [:]
    var lastNumber: UInt64 = 0
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
  func first<Found: Sendable>(
    within timeout: Duration, _ look: @escaping @Sendable (Content) -> Found?
  ) async throws -> Found? {
    if let found = look(content) { return found }
    let found = await withTaskGroup(of: Found?.self) { group in
      group.addTask {
        while true {
          let seen = await self.change(after: look)
          if case .some(let outcome) = seen { return outcome }
        }
      }
      group.addTask {
        try? await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    try Task.checkCancellation()
    return found
  }

  /// Looks, and if nothing is found, waits for the next change.
  ///
  /// - Returns: What is found, `.some(nil)` if the task is cancelled, and `nil` to look again.
  private func change<Found: Sendable>(
    after look: @Sendable (Content) -> Found?
  ) async -> Found?? {
    let (content, number) = guarded.withLock { guarded in
      guarded.lastNumber += 1
      return (guarded.content, guarded.lastNumber)
    }
    if let found = look(content) { return .some(found) }
    if Task.isCancelled { return .some(nil) }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isParked = guarded.withLock { guarded in
          // The handler has run already, or will find it.
          if Task.isCancelled { return false }
          // Something has come since.
          if guarded.content.letters.count != content.letters.count { return false }
          if guarded.content.finishedStep != content.finishedStep { return false }
          guarded.waiting[number] = continuation
          return true
        }
        if !isParked { continuation.resume() }
      }
    } onCancel: {
      guarded.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
    return nil
  }

  private func change(_ body: (inout Content) -> Void) {
    let waiting = guarded.withLock { guarded in
      body(&guarded.content)
      defer { guarded.waiting = [:] }
      return guarded.waiting
    }
    // In the order in which they came.
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
  }
}
