/// A publisher of one value, which it publishes at once and then finishes.
///
/// ```swift
/// Just(1).sink { print($0) }.cancel()  // prints 1
/// ```
@frozen
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// What it publishes.
  public let output: Output

  /// Makes one.
  ///
  /// - Parameter output: What it publishes.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  /// Delivers the value and the end, before it returns.
  ///
  /// - Parameter subscriber: Who gets them.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Never>>(subscriber: Downstream) {
    let subscription = Connection()
    subscriber.receive(subscription: subscription)
    guard subscription.isOpen, subscriber.receive(output), subscription.isOpen else { return }
    subscriber.receive(completion: .finished)
  }
}

extension Just: Equatable where Output: Equatable {}
