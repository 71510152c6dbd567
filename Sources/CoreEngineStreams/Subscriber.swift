/// Who receives what a publisher publishes.
///
/// Most code never needs one: ``Publisher/sink(receiveCompletion:receiveValue:)`` makes a
/// subscriber out of closures.
///
/// ```swift
/// struct Printer: Subscriber {
///   func receive(subscription: any Subscription) {}
///   func receive(_ input: Int) -> Bool {
///     print(input)
///     return true
///   }
///   func receive(completion: Subscribers.Completion<Never>) { print("done") }
/// }
///
/// [1, 2].publisher.subscribe(Printer())  // prints 1, 2 and done
/// ```
public protocol Subscriber<Input, Failure> {
  /// What it takes.
  associatedtype Input

  /// How the publishers that it takes from may fail.
  associatedtype Failure: Error

  /// Called once, before anything else, with what ends the subscription.
  ///
  /// - Parameter subscription: Cancelling it stops the values.
  func receive(subscription: any Subscription)

  /// Called with each value.
  ///
  /// - Parameter input: The value.
  /// - Returns: Whether more values are wanted. After `false` the publisher sends nothing, no
  ///   completion either.
  @discardableResult
  func receive(_ input: Input) -> Bool

  /// Called once, after the last value, unless the subscription was cancelled before.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  func receive(completion: Subscribers.Completion<Failure>)
}
