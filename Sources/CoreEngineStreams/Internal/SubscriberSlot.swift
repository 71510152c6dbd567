/// A slot with the subscriber in it: two closures, with a whole pipeline behind each.
///
/// The closures are constants, so that calling them needs no retain; they go with the slot.
@usableFromInline
final class SubscriberSlot<Output, Failure: Error>: Slot, @unchecked Sendable {
  // Safe: called by the emitting domain only; released by whoever drops the last reference, as
  // `Slot` says.
  @usableFromInline let receiveValue: (Output) -> Bool
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(_ subscriber: some Subscriber<Output, Failure>, registry: Registry) {
    // One box for both, which each closure has as its only capture, and so as its context.
    let box = Box(subscriber)
    receiveValue = { box.subscriber.receive($0) }
    receiveCompletion = { box.subscriber.receive(completion: $0) }
    super.init(registry: registry)
  }

  @usableFromInline
  final class Box<Content> {
    @usableFromInline let subscriber: Content

    @inlinable
    init(_ subscriber: Content) { self.subscriber = subscriber }
  }
}
