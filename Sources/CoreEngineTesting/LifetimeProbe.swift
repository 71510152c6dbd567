internal import CoreEngineSupport

/// Counts the live instances of what it is put into, to find what is kept alive too long.
///
/// ```swift
/// let probe = LifetimeProbe()
/// core.dispatch { [object = probe.object()] send in
///   withExtendedLifetime(object) {}
///   await send(.loaded)
/// }
/// await core.settled()
/// await probe.falls(to: 0)  // the closure of the effect has been released
/// ```
public final class LifetimeProbe: Sendable {
  private struct State {
    var alive = 0
    var maximum = 0
    var waiters = Waiters()
  }

  private let state = Locked(State())

  /// Makes a probe of which nothing lives.
  public init() {}

  /// How many of its objects live.
  public var count: Int { state.withLock { $0.alive } }

  /// The most that ever lived at once.
  public var maximum: Int { state.withLock { $0.maximum } }

  /// Waits until no more than so many live, or until the calling task is cancelled.
  ///
  /// - Parameter limit: How many may live.
  public func falls(to limit: Int) async {
    let waiter = state.withLock { state in
      state.alive <= limit ? nil : state.waiters.add(for: limit)
    }
    if let waiter, await !waiter.wait() { state.withLock { $0.waiters.remove(waiter) } }
  }

  /// Makes an object to be captured or stored by what is watched. It keeps the probe alive.
  ///
  /// - Returns: An object that counts as alive until it is released.
  public func object() -> Object { Object(of: self) }

  /// What a ``LifetimeProbe`` counts: one more from its making to its release.
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
        return state.waiters.take { $0 >= alive }
      }
      for waiter in resumed { waiter.wake(true) }
    }
  }
}
