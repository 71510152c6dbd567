#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Which thread it is.
// Safe: a mere number, or a pointer that nobody follows.
struct ThreadIdentity: Equatable, @unchecked Sendable {
  private let thread: pthread_t

  /// The thread that asks.
  static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }

  static func == (one: Self, other: Self) -> Bool { pthread_equal(one.thread, other.thread) != 0 }
}
