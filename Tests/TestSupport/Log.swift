internal import CoreEngineKernel

/// What happened, in order, noted from any thread.
public final class Log<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])

  public init() {}

  public var values: [Entry] { entries.withLock { $0 } }

  public var count: Int { values.count }

  public func append(_ entry: Entry) {
    entries.withLock { $0.append(entry) }
  }

  /// Takes out what was noted, to be released by the caller.
  @discardableResult
  public func removeAll() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
