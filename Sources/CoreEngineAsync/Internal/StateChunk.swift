/// Some consecutive states of a core, and the way to the later ones.
///
/// Consumers point into chunks. Those that nobody points into any more are released, with the states
/// in them; a chunk that follows is kept alive by the one before it.
///
/// All that may change is guarded by the lock of the storage that made it. A state that is in stays
/// where it is, so whoever has seen under the lock that it is there may read it without.
@_fixed_layout
@usableFromInline
final class StateChunk<State: Sendable>: @unchecked Sendable {
  @usableFromInline static var maximum: Int { 64 }

  @usableFromInline let capacity: Int
  @usableFromInline let states: UnsafeMutablePointer<State>

  // Safe: guarded, as said; read without the lock only by `deinit`, when nobody else can.
  @exclusivity(unchecked)
  @usableFromInline
  var count = 0

  @exclusivity(unchecked)
  @usableFromInline
  var next: StateChunk?

  @inlinable
  init(capacity: Int = 4) {
    self.capacity = capacity
    states = .allocate(capacity: capacity)
  }

  /// Adds a state, to this chunk or a new one behind it.
  ///
  /// - Returns: The chunk with the newest state.
  @inlinable
  func append(_ state: State) -> StateChunk {
    if count == capacity {
      let next = StateChunk(capacity: min(capacity * 2, Self.maximum))
      self.next = next
      return next.append(state)
    }
    (states + count).initialize(to: state)
    count += 1
    return self
  }

  @inlinable
  deinit {
    states.deinitialize(count: count)
    states.deallocate()
    // One after the other: a consumer that slept for a million states leaves a long chain, and
    // releasing it from within each other would exhaust the stack.
    var next = next.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      next = next?.next.take()
    }
  }
}
