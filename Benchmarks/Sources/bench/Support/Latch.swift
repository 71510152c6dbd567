import Synchronization

/// Lets one task wait until a number of others have come by.
final class Latch: Sendable {
  private struct Guarded {
    var missing: Int
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let guarded: Mutex<Guarded>

  init(_ count: Int) { guarded = Mutex(Guarded(missing: count)) }

  func arrive() {
    let waiter = guarded.withLock { guarded in
      guarded.missing -= 1
      return guarded.missing == 0 ? guarded.waiter.take() : nil
    }
    waiter?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = guarded.withLock { guarded in
        if guarded.missing > 0 { guarded.waiter = continuation }
        return guarded.missing <= 0
      }
      if isOpen { continuation.resume() }
    }
  }
}
