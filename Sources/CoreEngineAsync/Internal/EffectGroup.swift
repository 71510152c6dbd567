/// The effects of one id in an ``EffectTable``, from when the first one comes to when the last one
/// has left.
// Safe: what may change is guarded by the lock that guards the table.
final class EffectGroup: @unchecked Sendable {
  let id: any Hashable & Sendable
  let hash: Int

  /// Where the one that came first is, and the one that came last.
  @exclusivity(unchecked) var first: Int
  @exclusivity(unchecked) var last: Int

  /// The first one that may not have been cancelled yet, or -1: all before it have been.
  @exclusivity(unchecked) var firstAlive = -1

  init(id: any Hashable & Sendable, hash: Int, first: Int) {
    self.id = id
    self.hash = hash
    self.first = first
    last = first
  }
}
