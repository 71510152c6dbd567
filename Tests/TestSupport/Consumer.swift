/// A task of its own that iterates over a sequence and notes what it gets.
public struct Consumer<Element: Sendable>: Sendable {
  private let log = Log<Element>()
  private let task: Task<Void, Never>

  public init(_ sequence: some AsyncSequence<Element, Never> & Sendable) {
    task = Task { [log] in
      for await element in sequence { log.append(element) }
    }
  }

  /// What it got until now.
  public var values: [Element] { log.values }

  /// Waits until it has got so many elements.
  public func received(_ count: Int) async { _ = await log.values(count) }

  public func cancel() { task.cancel() }

  /// Waits until its loop has ended.
  ///
  /// - Returns: All that it got.
  public func end() async -> [Element] {
    await task.value
    return values
  }
}
