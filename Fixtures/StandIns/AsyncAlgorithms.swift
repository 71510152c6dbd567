// What the guides use of swift-async-algorithms, with its names, for where it is not installed.
// Nothing of this ever runs.

public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async -> C.Instant? { fatalError() }
  }

  public init(
    interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C
  ) { fatalError() }

  public func makeAsyncIterator() -> Iterator { fatalError() }
}

public struct AsyncDebounceSequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence,
  Sendable
where Base.Element: Sendable {
  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async rethrows -> Base.Element? { fatalError() }
  }

  public func makeAsyncIterator() -> Iterator { fatalError() }
}

extension AsyncSequence {
  public func debounce(
    for interval: Duration, tolerance: Duration? = nil
  ) -> AsyncDebounceSequence<Self, ContinuousClock> where Self: Sendable, Element: Sendable {
    fatalError()
  }
}

public struct AsyncCombineLatest2Sequence<First: AsyncSequence, Second: AsyncSequence>:
  AsyncSequence, Sendable
where
  First: Sendable, First.Element: Sendable, Second: Sendable, Second.Element: Sendable
{
  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async rethrows -> (First.Element, Second.Element)? { fatalError() }
  }

  public func makeAsyncIterator() -> Iterator { fatalError() }
}

public func combineLatest<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>(
  _ first: First, _ second: Second
) -> AsyncCombineLatest2Sequence<First, Second>
where First.Element: Sendable, Second.Element: Sendable { fatalError() }
