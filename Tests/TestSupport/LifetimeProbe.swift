internal import CoreEngineKernel

/// Counts the live instances of what it is put into.
public final class LifetimeProbe: Sendable {
  private struct State: Sendable {
    var alive = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  public init() {}

  public var count: Int { state.withLock { $0.alive } }

  /// An object to be captured or stored by what is watched.
  public func object() -> Object { Object(of: self) }

  /// Waits until no instance is alive.
  public func none() async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.alive > 0 { state.waiting.append(continuation) }
        return state.alive == 0
      }
      if isSo { continuation.resume() }
    }
  }

  fileprivate func add(_ number: Int) {
    let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.alive += number
      guard state.alive == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  public final class Object: Sendable {
    private let probe: LifetimeProbe

    fileprivate init(of probe: LifetimeProbe) {
      self.probe = probe
      probe.add(1)
    }

    deinit { probe.add(-1) }
  }
}
