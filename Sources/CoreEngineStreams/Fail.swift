/// A publisher that fails at once.
///
/// ```swift
/// struct Offline: Error {}
///
/// Fail<Int, Offline>(error: Offline())
///   .sink(receiveCompletion: { if case .failure = $0 { print("offline") } }, receiveValue: { _ in })
///   .cancel()  // prints offline
/// ```
@frozen
public struct Fail<Output, Failure: Error>: Publisher {
  /// What it fails with.
  public let error: Failure

  /// Makes one.
  ///
  /// - Parameter error: What it fails with.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Makes one, where the type of its values cannot be told from the context.
  ///
  /// - Parameters:
  ///   - outputType: The type of the values that it never publishes.
  ///   - failure: What it fails with.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    error = failure
  }

  /// Delivers the failure, before it returns.
  ///
  /// - Parameter subscriber: Who gets it.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    let subscription = Connection()
    subscriber.receive(subscription: subscription)
    if subscription.isOpen { subscriber.receive(completion: .failure(error)) }
  }
}

extension Fail: Equatable where Failure: Equatable {}
