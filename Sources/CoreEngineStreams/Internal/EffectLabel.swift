/// What the effects of one id in one core are found by in its `subscription`.
struct EffectLabel: Hashable, @unchecked Sendable {
  private let core: ObjectIdentifier

  // Safe: made of a Sendable value, and never written again.
  private let id: AnyHashable

  init(core: AnyObject, id: some Hashable & Sendable) {
    self.core = ObjectIdentifier(core)
    self.id = AnyHashable(id)
  }
}
