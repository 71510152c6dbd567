import TestSupport

/// A task of its own that iterates over a sequence and notes what it gets.
struct Consumer<Element: Sendable>: Sendable {
  private let log = Log<Element>()
  private let arrivals = Gate()
  private let task: Task<Void, Never>

  init(_ sequence: some AsyncSequence<Element, Never> & Sendable) {
    arrivals.open()
    task = Task { [log, arrivals] in
      for await element in sequence {
        log.append(element)
        await arrivals.pass()
      }
    }
  }

  /// What it got until now.
  var values: [Element] { log.values }

  /// Waits until it has got so many elements.
  func received(_ count: Int) async { await arrivals.entered(count) }

  func cancel() { task.cancel() }

  /// Waits until its loop has ended.
  ///
  /// - Returns: All that it got.
  func end() async -> [Element] {
    await task.value
    return values
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

extension AsyncSequence where Element: Equatable {
  /// The elements of one iteration up to one of them, that too: whoever begins late gets that alone.
  func all(through last: Element) async rethrows -> [Element] {
    var elements: [Element] = []
    for try await element in self {
      elements.append(element)
      if element == last { break }
    }
    return elements
  }
}

extension AsyncIteratorProtocol {
  /// All elements that are left.
  mutating func rest() async rethrows -> [Element] {
    var elements: [Element] = []
    while let element = try await next() { elements.append(element) }
    return elements
  }
}

/// A sequence that notes that an iteration has begun.
struct Announced<Base: AsyncSequence>: AsyncSequence {
  let base: Base
  let begun: Log<Bool>

  func makeAsyncIterator() -> Base.AsyncIterator {
    defer { begun.append(true) }
    return base.makeAsyncIterator()
  }
}

extension Announced: Sendable where Base: Sendable {}

extension AsyncSequence {
  /// The same, which notes in `begun` that an iteration has begun.
  func announced(to begun: Log<Bool>) -> Announced<Self> { Announced(base: self, begun: begun) }
}
