/// The listener that a subscriber is kept in.
@_fixed_layout
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
