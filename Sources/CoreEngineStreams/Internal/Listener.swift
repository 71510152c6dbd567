/// A subscriber as two closures, with a whole pipeline behind each.
///
/// The closures are constants, so that calling them needs no retain; they go with the listener.
@usableFromInline
final class Listener<Output, Failure: Error> {
  @usableFromInline let receiveValue: (Output) -> Bool
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(_ subscriber: some Subscriber<Output, Failure>) {
    // One box for both, which each closure has as its only capture, and so as its context.
    let box = Box(subscriber)
    receiveValue = { box.subscriber.receive($0) }
    receiveCompletion = { box.subscriber.receive(completion: $0) }
  }

  @usableFromInline
  final class Box<Content> {
    @usableFromInline let subscriber: Content

    @inlinable
    init(_ subscriber: Content) { self.subscriber = subscriber }
  }
}
