internal import CoreEngineKernel

/// Those who listen to a core's reductions.
final class TransitionHub<State: CoreState, Action: Sendable>: AnyTransitionHub, @unchecked Sendable
{
  typealias Stream = AsyncStream<Transition<State, Action>>

  private struct Listener: Sendable {
    let hear: @Sendable (Transition<State, Action>) -> Void
    let end: @Sendable () -> Void
  }

  private struct Guarded: Sendable {
    var all: [UInt64: Listener] = [:]
    var lastNumber: UInt64 = 0
    var isFinished = false
  }

  // Safe: this is all that it adds to its superclass.
  private let guarded = Locked(Guarded())

  /// Begins to listen.
  func listen() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    let stop = listen({ continuation.yield($0) }, end: { continuation.finish() })
    // Called at once if that is over already.
    continuation.onTermination = { _ in stop() }
    return stream
  }

  /// Begins to listen, with closures.
  ///
  /// - Parameters:
  ///   - hear: Called with each reduction, by whoever has the turn, before the next one begins.
  ///   - end: Called when the core is gone.
  /// - Returns: What ends it.
  func listen(
    _ hear: @escaping @Sendable (Transition<State, Action>) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number: UInt64? = guarded.withLock { guarded in
      if guarded.isFinished { return nil }
      guarded.lastNumber += 1
      guarded.all[guarded.lastNumber] = Listener(hear: hear, end: end)
      listeners = guarded.all.count
      return guarded.lastNumber
    }
    guard let number else {
      end()
      return {}
    }
    return { [weak self] in self?.forget(number) }
  }

  /// Tells everybody of a reduction. Only whoever has the turn may.
  func send(_ transition: Transition<State, Action>) {
    let all = guarded.withLock { $0.all }
    for listener in all.values { listener.hear(transition) }
  }

  override func finish() {
    let all = guarded.withLock { guarded in
      guarded.isFinished = true
      return guarded.all
    }
    for listener in all.values { listener.end() }
  }

  private func forget(_ number: UInt64) {
    let listener = guarded.withLock { guarded in
      defer { listeners = guarded.all.count }
      return guarded.all.removeValue(forKey: number)
    }
    withExtendedLifetime(listener) {}
  }
}
