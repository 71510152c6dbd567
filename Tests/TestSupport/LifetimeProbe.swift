internal import CoreEngineKernel

/// Counts the live instances of what it is put into.
public final class LifetimeProbe: Sendable {
  private struct State {
    var alive = 0
    var maximum = 0
    var waiting: [(limit: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  public init() {}

  public var count: Int { state.withLock { $0.alive } }

  /// The most that ever lived at once.
  public var maximum: Int { state.withLock { $0.maximum } }

  /// Waits until no more than so many are alive.
  public func falls(to limit: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.alive <= limit { return true }
        state.waiting.append((limit, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// An object to be captured or stored by what is watched.
  public func object() -> Object { Object(of: self) }

  public final class Object: Sendable {
    private let probe: LifetimeProbe

    fileprivate init(of probe: LifetimeProbe) {
      self.probe = probe
      probe.state.withLock { state in
        state.alive += 1
        state.maximum = max(state.maximum, state.alive)
      }
    }

    deinit {
      let resumed = probe.state.withLock { state in
        state.alive -= 1
        let alive = state.alive
        defer { state.waiting.removeAll { $0.limit >= alive } }
        return state.waiting.filter { $0.limit >= alive }
      }
      for waiter in resumed { waiter.continuation.resume() }
    }
  }
}
