public import CoreEngineSupport

/// Where the values of several upstreams become those of one downstream, one after the other.
///
/// What comes in while something is being delivered waits in a queue, and is delivered by the
/// outermost call. It belongs to one isolation domain, save for cancelling.
@_fixed_layout
@usableFromInline
final class Junction<Downstream: Subscriber> {
  @usableFromInline
  enum Event {
    case value(Downstream.Input)
    case completion(Subscribers.Completion<Downstream.Failure>)
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let inputs = Inputs()

  // Safe: these two are used in their domain, and no access to them lasts while something is called.
  @exclusivity(unchecked)
  @usableFromInline
  var isDelivering = false

  @exclusivity(unchecked)
  @usableFromInline
  var waiting = Ring<Event>()

  /// Makes a junction. Hand ``inputs`` to downstream as its subscription before anything is sent.
  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  /// Delivers a value, now or when what is being delivered has been.
  ///
  /// - Returns: Whether more are wanted.
  @inlinable
  func send(_ value: Downstream.Input) -> Bool {
    guard inputs.isOpen else { return false }
    if isDelivering {
      waiting.append(.value(value))
      return true
    }
    isDelivering = true
    if !downstream.receive(value) { inputs.cancel() }
    settle()
    return inputs.isOpen
  }

  /// Delivers the end, now or when what is being delivered has been. Nothing comes in after it.
  @usableFromInline
  func send(completion: Subscribers.Completion<Downstream.Failure>) {
    guard inputs.isOpen else { return }
    inputs.close()
    if isDelivering { return waiting.append(.completion(completion)) }
    isDelivering = true
    if inputs.finish() { downstream.receive(completion: completion) }
    settle()
  }

  /// Delivers what waits.
  @inlinable
  func settle() {
    while !waiting.isEmpty, let event = waiting.popFirst() {
      guard inputs.isWanted else { continue }
      switch event {
      case .value(let value):
        if !downstream.receive(value) { inputs.cancel() }
      case .completion(let completion):
        if inputs.finish() { downstream.receive(completion: completion) }
      }
    }
    isDelivering = false
  }
}
