internal import CoreEngineKernel
internal import CoreEngineSupport

/// Those who listen to a core's reductions.
final class TransitionHub<State: CoreState, Action: Sendable>: AnyTransitionHub, @unchecked Sendable
{
  typealias Stream = AsyncStream<Transition<State, Action>>

  /// Called with each reduction, and with `nil` when there will be no more.
  typealias Receive = @Sendable (Transition<State, Action>?) -> Void

  private struct Listener: Sendable {
    let number: UInt64
    let receive: Receive
  }

  private struct Guarded: Sendable {
    /// In the order in which they came.
    var listeners: [Listener] = []
    var lastNumber: UInt64 = 0
    var isFinished = false
  }

  // Safe: this is all that it adds to its superclass.
  private let guarded = Locked(Guarded())

  /// Begins to listen.
  func listen() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    let number = listen { transition in
      if let transition { continuation.yield(transition) } else { continuation.finish() }
    }
    // Called at once if that is over already.
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// Begins to listen, in the task that reduces: whoever has waited for a reduction finds that it has
  /// been told of.
  ///
  /// - Returns: What to forget it by.
  func listen(_ receive: @escaping Receive) -> UInt64 {
    let (number, isFinished) = guarded.withLock { guarded in
      guarded.lastNumber += 1
      if !guarded.isFinished {
        guarded.listeners.append(Listener(number: guarded.lastNumber, receive: receive))
        listeners = guarded.listeners.count
      }
      return (guarded.lastNumber, guarded.isFinished)
    }
    if isFinished { receive(nil) }
    return number
  }

  /// The number of the last one who listens to a reduction that begins now.
  func beginReduction() -> UInt64 { guarded.withLock { $0.lastNumber } }

  /// Tells those up to a number of a reduction. Only whoever has the turn may.
  func send(_ transition: Transition<State, Action>, upTo last: UInt64) {
    let listeners = guarded.withLock { $0.listeners }
    for listener in listeners where listener.number <= last { listener.receive(transition) }
  }

  override func finish() {
    let listeners = guarded.withLock { guarded in
      guarded.isFinished = true
      self.listeners = 0
      defer { guarded.listeners = [] }
      return guarded.listeners
    }
    for listener in listeners { listener.receive(nil) }
  }

  func forget(_ number: UInt64) {
    let listener: Listener? = guarded.withLock { guarded in
      guard let index = guarded.listeners.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      defer { listeners = guarded.listeners.count }
      return guarded.listeners.remove(at: index)
    }
    withExtendedLifetime(listener) {}
  }
}
