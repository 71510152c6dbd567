internal import CoreEngineKernel

/// Counts the live instances of what it is put into.
public final class LifetimeProbe: Sendable {
  private let alive = Locked(0)

  public init() {}

  public var count: Int { alive.withLock { $0 } }

  /// An object to be captured or stored by what is watched.
  public func object() -> Object { Object(of: self) }

  public final class Object: Sendable {
    private let probe: LifetimeProbe

    fileprivate init(of probe: LifetimeProbe) {
      self.probe = probe
      probe.alive.withLock { $0 += 1 }
    }

    deinit { probe.alive.withLock { $0 -= 1 } }
  }
}
