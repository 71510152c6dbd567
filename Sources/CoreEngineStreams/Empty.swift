/// A publisher without values, which finishes at once or never.
///
/// ```swift
/// Empty<Int, Never>()
///   .sink(receiveCompletion: { print($0) }, receiveValue: { _ in })  // prints finished
///   .cancel()
/// ```
@frozen
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// Whether it finishes at once, or never.
  public let completeImmediately: Bool

  /// Makes one.
  ///
  /// - Parameter completeImmediately: Whether it finishes at once, or never.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Makes one, where its types cannot be told from the context.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether it finishes at once, or never.
  ///   - outputType: The type of the values that it never publishes.
  ///   - failureType: The type of the errors that it never fails with.
  @inlinable
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  /// Delivers the end, before it returns, if it is to end at all.
  ///
  /// - Parameter subscriber: Who gets it.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    let subscription = Connection()
    subscriber.receive(subscription: subscription)
    if completeImmediately, subscription.isOpen { subscriber.receive(completion: .finished) }
  }
}
