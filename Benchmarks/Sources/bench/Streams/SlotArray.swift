import Synchronization

/// The limit of subscribing and cancelling: slots with a free list, under a lock.
final class SlotArray {
  private let lock = Mutex(())
  private var slots: [((Int) -> Void)?] = []
  private var free: [Int] = []

  @inline(never)
  func add(_ listener: @escaping (Int) -> Void) -> Int {
    lock.withLock { _ in
      guard let index = free.popLast() else {
        slots.append(listener)
        return slots.count - 1
      }
      slots[index] = listener
      return index
    }
  }

  @inline(never)
  func remove(_ index: Int) {
    var removed: ((Int) -> Void)?
    lock.withLock { _ in
      free.append(index)
      swap(&removed, &slots[index])
    }
    // Let go of after the lock.
    withExtendedLifetime(removed) {}
  }

  @inline(never)
  func send(_ value: Int) {
    lock.withLock { _ in
      for slot in slots { slot?(value) }
    }
  }
}
