internal import CoreEngineKernel

/// A place where a task stops until a test lets it go on.
///
/// ```swift
/// // in what is tested         // in the test
/// await gate.pass()            await gate.entered()
///                              gate.open()
/// ```
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var stopped: [CheckedContinuation<Void, Never>] = []
    var waiting: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  public init() {}

  /// Stops here until the gate is open.
  public func pass() async {
    await withCheckedContinuation { continuation in
      let (resumed, isOpen) = state.withLock { state in
        state.arrivals += 1
        let arrivals = state.arrivals
        let resumed = state.waiting.filter { $0.arrivals <= arrivals }
        state.waiting.removeAll { $0.arrivals <= arrivals }
        if !state.isOpen { state.stopped.append(continuation) }
        return (resumed, state.isOpen)
      }
      for waiter in resumed { waiter.continuation.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until somebody has arrived (`count` of them, in all).
  public func entered(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Lets everybody through, now and later.
  public func open() {
    let stopped = state.withLock { state in
      state.isOpen = true
      defer { state.stopped = [] }
      return state.stopped
    }
    for continuation in stopped { continuation.resume() }
  }
}
