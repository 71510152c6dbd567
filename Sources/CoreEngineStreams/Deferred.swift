/// A publisher that is made anew for each subscriber, when it subscribes.
///
/// ```swift
/// var rolls = 0
/// let roll = Deferred {
///   rolls += 1
///   return Just(rolls)
/// }
/// roll.sink { print($0) }.cancel()  // prints 1
/// roll.sink { print($0) }.cancel()  // prints 2
/// ```
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// What makes the publishers.
  public let createPublisher: () -> DeferredPublisher

  /// Makes one.
  ///
  /// - Parameter createPublisher: Called once for each subscriber.
  @inlinable
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Makes a publisher, and attaches the subscriber to it.
  ///
  /// - Parameter subscriber: Who gets the values.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    createPublisher().receive(subscriber: subscriber)
  }
}
