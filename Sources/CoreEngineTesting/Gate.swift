internal import CoreEngineSupport

/// A place where a task stops until a test lets it go on.
///
/// Put into a reducer, an effect or any other async code, it stops that code at a point that the test
/// chooses, so that the test need not guess how long something takes.
///
/// ```swift
/// let gate = Gate()
/// async let work: Void = gate.pass()  // stands in what is tested, which stops there
/// await gate.entered()  // the test waits until it has come there
/// gate.open()  // and lets it go on
/// await work
/// ```
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var stopped: [CheckedContinuation<Void, Never>] = []
    var waiters = Waiters()
  }

  private let state = Locked(State())

  /// Makes a gate that is closed.
  public init() {}

  /// Stops here until the gate is open.
  ///
  /// A task that is cancelled stays here all the same, so that a test can hold up work that has been
  /// cancelled. A gate that nobody opens holds it for ever.
  public func pass() async {
    await withCheckedContinuation { continuation in
      let (resumed, isOpen) = state.withLock { state in
        state.arrivals += 1
        if !state.isOpen { state.stopped.append(continuation) }
        let arrivals = state.arrivals
        return (state.waiters.take { $0 <= arrivals }, state.isOpen)
      }
      for waiter in resumed { waiter.wake(true) }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until somebody has arrived, or until the calling task is cancelled.
  ///
  /// - Parameter count: How many must have arrived in all, those counted who have gone on since.
  public func entered(_ count: Int = 1) async {
    let waiter = state.withLock { state in
      state.arrivals >= count ? nil : state.waiters.add(for: count)
    }
    if let waiter, await !waiter.wait() { state.withLock { $0.waiters.remove(waiter) } }
  }

  /// Lets everybody through, now and later.
  ///
  /// - Complexity: O(n), where n is the number of those who stand here.
  public func open() {
    let stopped = state.withLock { state in
      state.isOpen = true
      defer { state.stopped = [] }
      return state.stopped
    }
    for continuation in stopped { continuation.resume() }
  }
}
