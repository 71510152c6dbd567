extension Publisher where Output: Sendable {
  /// The values of this publisher as an async sequence, which waits for no consumer: all that come
  /// before they are asked for are kept. A failure is thrown after them.
  ///
  /// ```swift
  /// for try await line in download.values { print(line) }
  /// ```
  public var values: AsyncThrowingPublisher<Self> { values(buffering: .unbounded) }

  /// The values of this publisher as an async sequence.
  ///
  /// - Parameter policy: Which values are kept that come before they are asked for.
  /// - Returns: A sequence, each iteration of which subscribes anew.
  public func values(
    buffering policy: AsyncThrowingStream<Output, any Error>.Continuation.BufferingPolicy
  ) -> AsyncThrowingPublisher<Self> {
    AsyncThrowingPublisher(publisher: self, policy: policy)
  }
}

/// The values of a publisher that may fail, as an async sequence.
///
/// It behaves as ``AsyncPublisher`` does, and throws the publisher's error, as the one that it was.
public struct AsyncThrowingPublisher<Upstream: Publisher>: AsyncSequence
where Upstream.Output: Sendable {
  /// A value of the publisher.
  public typealias Element = Upstream.Output

  let publisher: Upstream
  let policy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy

  /// Makes a sequence of all values of a publisher.
  ///
  /// - Parameter publisher: Whose values to take.
  public init(_ publisher: Upstream) {
    self.init(publisher: publisher, policy: .unbounded)
  }

  init(
    publisher: Upstream,
    policy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
  ) {
    self.publisher = publisher
    self.policy = policy
  }

  /// Subscribes to the publisher.
  ///
  /// - Returns: An iteration that gets what comes from now on.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Element.self, throwing: (any Error).self, bufferingPolicy: policy)
    let token = publisher.sink { completion in
      switch completion.erased {
      case .finished: continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    } receiveValue: { value in
      continuation.yield(value)
    }
    continuation.onTermination = { _ in token.cancel() }
    return Iterator(base: stream.makeAsyncIterator(), token: token)
  }

  /// One iteration, and its subscription.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Element, any Error>.Iterator
    let token: AnyCancellable

    /// Waits for the next value.
    ///
    /// - Returns: `nil` at the end, or when the task has been cancelled.
    /// - Throws: The error that the publisher failed with, unless the task has been cancelled.
    public mutating func next() async throws -> Element? {
      // A cancelled stream would still hand out what it has kept, a failure as well.
      do {
        let next = try await base.next()
        return Task.isCancelled ? nil : next
      } catch _ where Task.isCancelled {
        return nil
      }
    }

    /// Waits for the next value, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` at the end, or when the task has been cancelled.
    /// - Throws: The error that the publisher failed with, unless the task has been cancelled.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      do {
        let next = try await base.next(isolation: actor)
        return Task.isCancelled ? nil : next
      } catch _ where Task.isCancelled {
        return nil
      }
    }
  }
}
