extension Publisher where Failure == Never, Output: Sendable {
  /// The values of this publisher as an async sequence, which waits for no consumer: all that come
  /// before they are asked for are kept.
  ///
  /// ```swift
  /// for await name in core.$state.map(\.name).values { print(name) }
  /// ```
  public var values: AsyncPublisher<Self> { values(buffering: .unbounded) }

  /// The values of this publisher as an async sequence.
  ///
  /// - Parameter policy: Which values are kept that come before they are asked for.
  /// - Returns: A sequence, each iteration of which subscribes anew.
  public func values(
    buffering policy: AsyncStream<Output>.Continuation.BufferingPolicy
  ) -> AsyncPublisher<Self> {
    AsyncPublisher(publisher: self, policy: policy)
  }
}

/// The values of a publisher that cannot fail, as an async sequence.
///
/// Each iteration has a subscription of its own, from `makeAsyncIterator()` on. Cancelling the task
/// that iterates, leaving the loop, and releasing the iterator all cancel the subscription. A
/// cancelled task gets nothing more, though values may have been kept. The loop ends when the
/// publisher finishes.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence
where Upstream.Failure == Never, Upstream.Output: Sendable {
  /// A value of the publisher.
  public typealias Element = Upstream.Output

  let publisher: Upstream
  let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// Makes a sequence of all values of a publisher.
  ///
  /// - Parameter publisher: Whose values to take.
  public init(_ publisher: Upstream) {
    self.init(publisher: publisher, policy: .unbounded)
  }

  init(publisher: Upstream, policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
    self.publisher = publisher
    self.policy = policy
  }

  /// Subscribes to the publisher.
  ///
  /// - Returns: An iteration that gets what comes from now on.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let token = publisher.sink { _ in
      continuation.finish()
    } receiveValue: { value in
      continuation.yield(value)
    }
    continuation.onTermination = { _ in token.cancel() }
    return Iterator(base: stream.makeAsyncIterator(), token: token)
  }

  /// One iteration, and its subscription.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator
    let token: AnyCancellable

    /// Waits for the next value.
    ///
    /// - Returns: `nil` at the end, or when the task has been cancelled.
    public mutating func next() async -> Element? {
      // A cancelled stream would still hand out what it has kept.
      let next = await base.next()
      return Task.isCancelled ? nil : next
    }

    /// Waits for the next value, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` at the end, or when the task has been cancelled.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> Element? {
      let next = await base.next(isolation: actor)
      return Task.isCancelled ? nil : next
    }
  }
}
