/// A publisher of which only the types of output and failure are known; also the way to make one by
/// hand.
///
/// ```swift
/// let numbers = AnyPublisher<Int, Never> { subscriber in
///   subscriber.receive(1)
///   subscriber.receive(2)
///   subscriber.receive(completion: .finished)
/// }
/// numbers.sink { print($0) }.cancel()  // prints 1 and 2
/// ```
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let attach: (AnySubscriber<Output, Failure>) -> Void

  /// The same, where this is a row of publishers that more may join.
  @usableFromInline let list: PublisherList<Output, Failure>?

  /// Hides the type of a publisher.
  ///
  /// - Parameter publisher: Whose values to publish.
  @inlinable
  public init(_ publisher: some Publisher<Output, Failure>) {
    if let same = publisher as? AnyPublisher {
      self = same
      return
    }
    attach = { publisher.receive(subscriber: $0) }
    list = nil
  }

  /// Makes a publisher from a closure that feeds each subscriber.
  ///
  /// The closure gets a subscriber that may be kept, and fed later, in the same isolation. What it
  /// receives is put in order: a value that arrives while another is being delivered waits, and
  /// nothing passes after the first completion or after the subscription was cancelled.
  ///
  /// - Parameter subscribe: Called for each subscription. It returns what has to stop when the
  ///   subscription completes or is cancelled: an ``AnyCancellable``, several of them, or nothing.
  ///   That is kept until then; then it is cancelled, once, and released.
  public init<Running: Sendable>(
    _ subscribe: @escaping (AnySubscriber<Output, Failure>) -> Running
  ) {
    // One initialiser for all results: two of them are ambiguous for closures of several statements.
    attach = { HandMadeSource(feeding: $0).run(subscribe) }
    list = nil
  }

  /// Attaches a subscriber.
  ///
  /// - Parameter subscriber: Who gets the values.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    attach(AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// Hides the type of this publisher, so that it can be stored or returned under a short name.
  ///
  /// - Returns: A publisher that publishes what this one does.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}
