internal import CoreEngineSupport

/// What happened, in order, noted from any thread.
///
/// A test gives it to whatever it watches, waits until enough has been noted, and looks at all of it.
///
/// ```swift
/// let log = Log<Int>()
/// let token = cart.$state.map(\.items.count).sink { log.append($0) }
/// cart(.add("tea"), .add("milk"))
/// print(await log.values(3))  // prints [0, 1, 2]
/// ```
///
/// An entry that is noted before another one has begun to be noted stands before it. Those that are noted
/// at once, by several threads, stand in some order, and none is lost.
public final class Log<Entry: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Entry] = []
    var waiters = Waiters()
  }

  private let state = Locked(State())

  /// Makes a log in which nothing is noted yet.
  public init() {}

  /// What has been noted so far.
  public var values: [Entry] { state.withLock { $0.entries } }

  /// How much has been noted so far.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Notes an entry, after all others.
  ///
  /// - Parameter entry: What happened.
  /// - Complexity: O(1) amortised, and O(n) in the number of those who wait.
  public func append(_ entry: Entry) {
    let reached = state.withLock { state in
      state.entries.append(entry)
      let count = state.entries.count
      return state.waiters.take { $0 <= count }
    }
    for waiter in reached { waiter.wake(true) }
  }

  /// Waits until there are so many entries, or until the calling task is cancelled.
  ///
  /// - Parameter count: How many it waits for.
  /// - Returns: All that has been noted by then, which may be more; fewer only if the task is cancelled.
  public func values(_ count: Int) async -> [Entry] {
    let waiter = state.withLock { state in
      state.entries.count >= count ? nil : state.waiters.add(for: count)
    }
    if let waiter, await !waiter.wait() { state.withLock { $0.waiters.remove(waiter) } }
    return values
  }

  /// Takes out what has been noted, to be released by the caller.
  ///
  /// - Returns: What was noted so far.
  @discardableResult
  public func removeAll() -> [Entry] {
    state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}
