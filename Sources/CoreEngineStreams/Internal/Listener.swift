/// A subscriber of which only the types of input and failure are known.
///
/// The two functions capture nothing, and are called with the listener itself: a whole pipeline is
/// behind each, and to call it needs no retain. (Methods to override would do, but are not
/// specialised.)
@usableFromInline
class Listener<Output, Failure: Error> {
  @usableFromInline let value: (Listener, Output) -> Bool
  @usableFromInline let completion: (Listener, Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(
    value: @escaping (Listener, Output) -> Bool,
    completion: @escaping (Listener, Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
  }

  @inlinable
  final func receive(_ value: Output) -> Bool { self.value(self, value) }

  @inlinable
  final func receive(completion: Subscribers.Completion<Failure>) {
    self.completion(self, completion)
  }
}

/// The listener that a subscriber is kept in.
@usableFromInline
final class SubscriberListener<Downstream: Subscriber>:
  Listener<Downstream.Input, Downstream.Failure>
{
  @usableFromInline let subscriber: Downstream

  @inlinable
  init(_ subscriber: Downstream) {
    self.subscriber = subscriber
    // Safe: each is called with `self`.
    super.init(
      value: { unsafeDowncast($0, to: SubscriberListener.self).subscriber.receive($1) },
      completion: {
        unsafeDowncast($0, to: SubscriberListener.self).subscriber.receive(completion: $1)
      })
  }
}
