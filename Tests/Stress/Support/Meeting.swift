import CoreEngineKernel
import CoreEngineSupport
import Foundation
import TestSupport

/// Two threads that take a user's lock: one while it uses the library, the other while the library
/// has called it. Where the library holds a lock of its own meanwhile, neither goes on.
final class Meeting: Sendable {
  private let lock = NSLock()
  private let act: Locked<(@Sendable () -> Void)?>

  /// - Parameter act: What the one does, holding the lock.
  init(_ act: @escaping @Sendable () -> Void = {}) { self.act = Locked(act) }

  var hasTakenPlace: Bool { act.withLock { $0 == nil } }

  /// What the next meeting is about.
  func arrange(_ act: @escaping @Sendable () -> Void) { self.act.withLock { $0 = act } }

  /// Called by the library. Only the first call after each arrangement is a meeting.
  func takePlace() {
    guard let act = act.withLock({ $0.take() }) else { return }
    let holds = ThreadGate()
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [lock] in
      lock.withLock {
        holds.open()
        act()
      }
      end.signal()
    }
    holds.pass()
    lock.withLock {}
    end.wait()
  }
}
