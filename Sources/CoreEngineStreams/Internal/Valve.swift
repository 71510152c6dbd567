public import CoreEngineSupport

/// The way out of a stage that may end before its upstream does, or that has a last value to
/// deliver when its upstream ends.
///
/// It shuts first and delivers then, so that what comes back from downstream meanwhile finds it
/// shut. Downstream may cancel at any point; nothing is delivered to it after that.
@frozen
@usableFromInline
struct Valve<Downstream: Subscriber> {
  @usableFromInline let downstream: Downstream

  /// What downstream gets as its subscription.
  @usableFromInline let connection: Connection

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
    connection = Connection()
  }

  /// Whether values are still taken from upstream.
  @inlinable
  var isOpen: Bool { connection.isOpen }

  /// Whether upstream has yet to hand out its subscription.
  @inlinable
  var isUnconnected: Bool { connection.word.load() == Connection.waiting }

  @inlinable
  func receive(subscription: any Subscription) {
    if connection.connect(subscription) { downstream.receive(subscription: connection) }
  }

  @inlinable
  func receive(_ value: Downstream.Input) -> Bool {
    connection.isOpen && downstream.receive(value)
  }

  /// Passes on that upstream has ended.
  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if connection.isOpen { finish(completion) }
  }

  /// Notes that upstream has ended; what is left to deliver goes to `finish`.
  ///
  /// - Returns: Whether it was open.
  @inlinable
  func close() -> Bool { connection.close() }

  /// Ends upstream, and then delivers a completion.
  ///
  /// - Returns: `false`, for the stage to return: no more values are wanted.
  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) -> Bool {
    if connection.shut() { finish(completion) }
    return false
  }

  /// Ends upstream, and then delivers a last value and that it has finished.
  ///
  /// - Returns: `false`, for the stage to return: no more values are wanted.
  @inlinable
  func end(after last: Downstream.Input) -> Bool {
    if connection.shut() { finish(after: last) }
    return false
  }

  @inlinable
  func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if connection.finish() { downstream.receive(completion: completion) }
  }

  @inlinable
  func finish(after last: Downstream.Input) {
    if downstream.receive(last) { finish(.finished) }
  }
}
