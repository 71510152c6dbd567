/// A subscriber of which only the types of input and failure are known.
///
/// The two functions capture nothing, and are called with the listener itself. A whole pipeline is
/// behind each, and calling it needs no retain. (Methods to override would do, but those of a generic
/// class are not specialised.)
@_fixed_layout
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
