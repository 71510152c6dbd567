internal import CoreEngineKernel

/// What happened, in order, noted from any thread.
public final class Log<Entry: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Entry] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  public init() {}

  public var values: [Entry] { state.withLock { $0.entries } }

  public var count: Int { values.count }

  public func append(_ entry: Entry) {
    let reached = state.withLock { state in
      state.entries.append(entry)
      let count = state.entries.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for waiter in reached { waiter.continuation.resume() }
  }

  /// Waits until there are so many entries, and returns them.
  public func values(_ count: Int) async -> [Entry] {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.entries.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
    return values
  }

  /// Takes out what was noted, to be released by the caller.
  @discardableResult
  public func removeAll() -> [Entry] {
    state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}
