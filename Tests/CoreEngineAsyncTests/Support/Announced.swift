import TestSupport

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
