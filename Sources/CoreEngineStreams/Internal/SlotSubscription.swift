/// The subscription of a ``Slot``.
///
/// It does not keep the slot alive: a subject that is released lets go of its subscribers, though
/// their tokens live on.
@usableFromInline
struct SlotSubscription: Subscription, @unchecked Sendable {
  // Safe: never written again; slots are Sendable, and weak references may be read on any thread.
  private weak var slot: Slot?

  @usableFromInline
  init(_ slot: Slot) { self.slot = slot }

  @usableFromInline
  func cancel() { slot?.cancel() }
}
