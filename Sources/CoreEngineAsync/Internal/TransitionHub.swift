internal import CoreEngineKernel

/// Those who listen to a core's reductions.
final class TransitionHub<State: CoreState, Action: Sendable>: AnyTransitionHub, @unchecked Sendable
{
  typealias Stream = AsyncStream<Transition<State, Action>>

  private struct Guarded: Sendable {
    var continuations: [UInt64: Stream.Continuation] = [:]
    var lastNumber: UInt64 = 0
    var isFinished = false
  }

  // Safe: this is all that it adds to its superclass.
  private let guarded = Locked(Guarded())

  /// Begins to listen.
  func listen() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    let number: UInt64? = guarded.withLock { guarded in
      if guarded.isFinished { return nil }
      guarded.lastNumber += 1
      guarded.continuations[guarded.lastNumber] = continuation
      listeners = guarded.continuations.count
      return guarded.lastNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    // Called at once if that is over already.
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// The number of the last one who listens to a reduction that begins now.
  func beginReduction() -> UInt64 { guarded.withLock { $0.lastNumber } }

  /// Tells those up to a number of a reduction. Only whoever has the turn may.
  func send(_ transition: Transition<State, Action>, upTo last: UInt64) {
    let continuations = guarded.withLock { $0.continuations }
    for (number, continuation) in continuations where number <= last {
      continuation.yield(transition)
    }
  }

  override func finish() {
    let continuations = guarded.withLock { guarded in
      guarded.isFinished = true
      return guarded.continuations
    }
    for continuation in continuations.values { continuation.finish() }
  }

  private func forget(_ number: UInt64) {
    let continuation = guarded.withLock { guarded in
      defer { listeners = guarded.continuations.count }
      return guarded.continuations.removeValue(forKey: number)
    }
    withExtendedLifetime(continuation) {}
  }
}
