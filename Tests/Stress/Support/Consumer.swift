import CoreEngineTesting

/// A task of its own that iterates over a sequence and notes what it gets.
struct Consumer<Element: Sendable>: Sendable {
  private let log = Log<Element>()
  private let task: Task<Void, Never>

  init(_ sequence: some AsyncSequence<Element, Never> & Sendable) {
    task = Task { [log] in
      for await element in sequence { log.append(element) }
    }
  }

  /// Waits until it has got so many elements.
  func received(_ count: Int) async { _ = await log.values(count) }

  func cancel() { task.cancel() }

  /// Waits until its loop has ended.
  ///
  /// - Returns: All that it got.
  func end() async -> [Element] {
    await task.value
    return log.values
  }
}

extension AsyncSequence {
  /// All elements of one iteration.
  func all() async rethrows -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}
