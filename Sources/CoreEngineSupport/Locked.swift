// The one lock of CoreEngine, the one atomic word, and the only file that knows the platform's.
//
// Three branches: Apple platforms back to the deployment floor; every other platform; and, for
// builds under the thread sanitizer on Linux, pthread. (The sanitizer does not see into
// `Synchronization.Mutex` there, and reports races in programs that have none.)
#if COREENGINE_PTHREAD_LOCK
  public import Synchronization
  #if canImport(Glibc)
    public import Glibc
  #elseif canImport(Musl)
    public import Musl
  #endif
#elseif canImport(os)
  public import os
#else
  public import Synchronization
#endif

#if !hasFeature(Embedded)
  /// A value that is only reachable while its lock is held.
  ///
  /// The body of `withLock` does O(1) work on the value and never calls out: no user closure, `==`,
  /// key path, `deinit`, `resume` or `cancel`. What has to be released or called is moved out and
  /// handled after the lock is dropped.
  @frozen
  @usableFromInline
  package struct Locked<Value>: ~Copyable {
    /// Lets the value through the `sending` checks of the platform's lock. The lock itself is what
    /// keeps two threads from the value; `Locked` is Sendable only where the value is.
    @frozen
    @usableFromInline
    struct Unchecked<Wrapped>: @unchecked Sendable {
      @usableFromInline var value: Wrapped

      @inlinable
      init(_ value: Wrapped) { self.value = value }
    }

    #if COREENGINE_PTHREAD_LOCK
      /// The mutex and the value, at an address that never changes.
      @_fixed_layout
      @usableFromInline
      final class Box {
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
        @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) {
          self.value = value
          mutex = .allocate(capacity: 1)
          mutex.initialize(to: pthread_mutex_t())
          pthread_mutex_init(mutex, nil)
        }

        @inlinable
        deinit {
          pthread_mutex_destroy(mutex)
          mutex.deallocate()
        }
      }

      @usableFromInline let box: Box
    #elseif canImport(os)
      @usableFromInline let lock: OSAllocatedUnfairLock<Value>
    #else
      @usableFromInline let mutex: Mutex<Unchecked<Value>>
    #endif

    @inlinable
    package init(_ value: consuming Value) {
      #if COREENGINE_PTHREAD_LOCK
        box = Box(value)
      #elseif canImport(os)
        lock = OSAllocatedUnfairLock(uncheckedState: value)
      #else
        mutex = Mutex(Unchecked(value))
      #endif
    }

    /// Calls `body` with the value while no other thread can reach it.
    @inlinable
    package borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      #if COREENGINE_PTHREAD_LOCK
        pthread_mutex_lock(box.mutex)
        defer { pthread_mutex_unlock(box.mutex) }
        return body(&box.value)
      #elseif canImport(os)
        return lock.withLockUnchecked(body)
      #else
        return mutex.withLock { Unchecked(body(&$0.value)) }.value
      #endif
    }
  }

  // Safe: the value is reached under the lock only, and is Sendable itself, so what `withLock` hands
  // out of it may be used on any thread.
  extension Locked: @unchecked Sendable where Value: Sendable {}
#endif

/// A machine word that threads may read and change at once.
///
/// Reads acquire and changes release, so whoever reads a word sees what was written before it was
/// set. Where the deployment floor has no atomics, the lock stands in.
@frozen
@usableFromInline
package struct AtomicWord: ~Copyable, Sendable {
  #if canImport(os)
    @usableFromInline let word: Locked<UInt>
  #else
    @usableFromInline let word: Atomic<UInt>
  #endif

  @inlinable
  package init(_ value: UInt) {
    #if canImport(os)
      word = Locked(value)
    #else
      word = Atomic(value)
    #endif
  }

  /// The word as it is now.
  @inlinable
  package borrowing func load() -> UInt {
    #if canImport(os)
      word.withLock { $0 }
    #else
      word.load(ordering: .acquiring)
    #endif
  }

  /// Stores `value`.
  @inlinable
  package borrowing func store(_ value: UInt) {
    #if canImport(os)
      word.withLock { $0 = value }
    #else
      word.store(value, ordering: .releasing)
    #endif
  }

  /// Stores `value` and returns what it replaced.
  @inlinable
  package borrowing func exchange(_ value: UInt) -> UInt {
    #if canImport(os)
      word.withLock { word in
        defer { word = value }
        return word
      }
    #else
      word.exchange(value, ordering: .acquiringAndReleasing)
    #endif
  }

  /// Replaces `expected` by `value`.
  ///
  /// - Returns: Whether the word was `expected`; if not, it is unchanged.
  @inlinable
  package borrowing func replace(_ expected: UInt, by value: UInt) -> Bool {
    #if canImport(os)
      word.withLock { word in
        guard word == expected else { return false }
        word = value
        return true
      }
    #else
      word.compareExchange(
        expected: expected, desired: value, ordering: .acquiringAndReleasing
      ).exchanged
    #endif
  }
}
