import Foundation

/// A place where a thread stops until a test lets it go on.
public final class ThreadGate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  public init() {}

  /// Stops here until the gate is open.
  public func pass() {
    arrived.signal()
    released.wait()
    released.signal()
  }

  /// Waits until somebody has arrived.
  public func waitUntilEntered() {
    arrived.wait()
  }

  /// Waits for the same, without holding up a thread of the concurrency pool.
  public func entered() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.waitUntilEntered()
        continuation.resume()
      }
    }
  }

  /// Lets everybody through, now and later.
  public func open() {
    released.signal()
  }
}
