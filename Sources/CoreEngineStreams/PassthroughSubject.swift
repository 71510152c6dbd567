/// A publisher that passes on what is sent to it by hand.
///
/// - All subscribers see the same values in the same order, in order of subscription.
/// - What is sent while a value is being delivered waits until that delivery has reached everybody.
///   When the outermost `send` returns, nothing waits any more.
/// - After a completion nothing is delivered; who subscribes late gets the completion only.
/// - A subject that is released ends its subscriptions, without a completion.
///
/// ```swift
/// let subject = PassthroughSubject<Int, Never>()
/// let token = subject.map { $0 * 2 }.sink { print($0) }
/// subject.send(21)  // prints 42
/// subject.send(completion: .finished)
/// token.cancel()
/// ```
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  @usableFromInline let hub = Hub<Output, Failure>()

  /// Makes a subject without subscribers.
  public init() {}

  deinit { hub.removeAll() }

  /// Delivers a value to all who have subscribed so far.
  ///
  /// - Parameter value: What to deliver; dropped once the subject has completed.
  /// - Complexity: O(n), where n is the number of subscribers. Allocates nothing, unless called from
  ///   inside a delivery.
  @inlinable
  public func send(_ value: Output) {
    hub.send(value)
  }

  /// Ends the subject: its subscribers get the completion and are released.
  ///
  /// - Parameter completion: How it ended; ignored if it had ended before.
  /// - Complexity: O(n), where n is the number of subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// Attaches a subscriber, which gets what is sent from now on.
  ///
  /// - Parameter subscriber: Who gets the values.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: consuming Downstream) {
    hub.attach(consume subscriber, replaying: nil)
  }
}

extension PassthroughSubject where Output == Void {
  /// Delivers a signal that carries nothing.
  public func send() {
    send(())
  }
}
