@_exported public import CoreEngineSync

/// A source of values over time, which pushes them to whoever subscribes.
///
/// A publisher and all that is made of it belong to one isolation domain: publishers, subscribers
/// and subjects are not Sendable. There is no demand: values come when the publisher has them.
///
/// To make one by hand, use ``AnyPublisher/init(_:)``. A type that conforms itself keeps these
/// rules towards each subscriber: first `receive(subscription:)`, once; then values, one after the
/// other, none while another is being delivered; then at most one completion, and nothing after it;
/// no more values once `receive(_:)` has answered `false`. Subscribers of this module are not
/// corrupted by a publisher that breaks them, and take nothing after the first completion.
///
/// ```swift
/// struct Countdown: Publisher {
///   typealias Output = Int
///   typealias Failure = Never
///
///   let start: Int
///
///   func receive<S: Subscriber<Int, Never>>(subscriber: S) {
///     (0...start).reversed().publisher.receive(subscriber: subscriber)
///   }
/// }
/// ```
public protocol Publisher<Output, Failure> {
  /// What it publishes.
  associatedtype Output

  /// How it may fail; `Never` if it cannot.
  associatedtype Failure: Error

  /// Attaches a subscriber, which from then on gets what this publisher publishes.
  ///
  /// - Parameter subscriber: Who gets the values.
  func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream)
}

extension Publisher {
  /// Attaches a subscriber: another name for ``receive(subscriber:)``.
  ///
  /// - Parameter subscriber: Who gets the values.
  @inlinable
  public func subscribe<Downstream: Subscriber<Output, Failure>>(_ subscriber: Downstream) {
    receive(subscriber: subscriber)
  }
}
