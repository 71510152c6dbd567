/// A subscriber of which only the types of input and failure are known.
///
/// ``AnyPublisher/init(_:)`` hands one to the closure that feeds it.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let receiveSubscription: (any Subscription) -> Void
  @usableFromInline let receiveValue: (Input) -> Bool
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  /// Hides the type of a subscriber.
  ///
  /// - Parameter subscriber: Who gets what this one receives.
  @inlinable
  public init(_ subscriber: some Subscriber<Input, Failure>) {
    receiveSubscription = { subscriber.receive(subscription: $0) }
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }

  /// Passes the subscription on.
  ///
  /// - Parameter subscription: Cancelling it stops the values.
  @inlinable
  public func receive(subscription: any Subscription) {
    receiveSubscription(subscription)
  }

  /// Passes a value on.
  ///
  /// - Parameter input: The value.
  /// - Returns: Whether more values are wanted.
  @inlinable
  @discardableResult
  public func receive(_ input: Input) -> Bool {
    receiveValue(input)
  }

  /// Passes the end on.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion(completion)
  }
}
