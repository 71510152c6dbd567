public import CoreEngineKernel
public import CoreEngineSupport

/// A core's state, its later history as far as somebody reads it, and who waits for it to change.
///
/// The store owns it, and ends it when the core is gone; sequences and their iterators hold it
/// without holding the core.

@usableFromInline
final class StateStorage<State: CoreState>: @unchecked Sendable {
  @usableFromInline typealias Continuation = UnsafeContinuation<Void, Never>

  /// Where an iteration over every state stands.
  @frozen
  @usableFromInline
  struct Cursor {
    @usableFromInline var chunk: StateChunk<State>
    @usableFromInline var index: Int
    /// How many states of the chunk are known to be there.
    @usableFromInline var known: Int

    @inlinable
    init(chunk: StateChunk<State>, index: Int) {
      self.chunk = chunk
      self.index = index
      known = index
    }

    /// The next state, if it is known to be there.
    @inlinable
    mutating func next() -> State? {
      guard index < known else { return nil }
      defer { index += 1 }
      return chunk.states[index]
    }
  }

  /// What an iteration finds.
  @usableFromInline
  enum Step {
    case state(State)
    case wait(ParkingLot<Continuation>.Ticket)
    case end
  }

  @usableFromInline
  struct Guarded: Sendable {
    /// Grows with each state that observers hear of.
    @usableFromInline var version: UInt64 = 1
    /// The newest chunk of the history; `nil` while nobody reads it.
    @usableFromInline var tail: StateChunk<State>?
    /// Who waits for the next state; `nil` once there will be none.
    @usableFromInline var parked: ParkingLot? = ParkingLot<Continuation>()

    @usableFromInline
    init() {}
  }

  @usableFromInline let guarded = Locked(Guarded())

  // Safe: written under the lock, by whoever has the core's turn; so that one may read it without.
  @exclusivity(unchecked)
  @usableFromInline
  var current: State

  @usableFromInline
  init(_ state: State) {
    current = state
  }

  /// The state as it is now.
  @inlinable
  var state: State { guarded.withLock { _ in current } }

  /// How many consumers wait for a state.
  var parkedCount: Int { guarded.withLock { $0.parked?.parkedCount ?? 0 } }

  /// Stores a state, and shows it to observers unless it equals the one before.
  ///
  /// Only whoever has the turn may.
  @inlinable
  func store(_ next: State) {
    let isNew = next != current
    var released = next
    var tail: StateChunk<State>?
    let parked = guarded.withLock { guarded -> ParkingLot<Continuation>.Parked? in
      swap(&current, &released)
      guard isNew else { return nil }
      guarded.version += 1
      let isRead = guarded.tail != nil && !isKnownUniquelyReferenced(&guarded.tail)
      // Out in any case: even while it is read here, its last reader may let go of it.
      tail = guarded.tail.take()
      if isRead { guarded.tail = tail?.append(current) }
      return guarded.parked?.isEmpty == false ? guarded.parked?.takeAll() : nil
    }
    if let parked { Self.resume(parked) }
    // Whatever these alone kept alive goes only now, when nothing is locked.
    withExtendedLifetime((released, tail)) {}
  }

  /// Ends every iteration, once it has delivered what it still has to: the core is gone.
  func end() {
    let (parked, tail) = guarded.withLock { guarded in
      // No state will follow: what nobody has to read any more need not be kept.
      return (guarded.parked.take(), guarded.tail.take())
    }
    if var parked { Self.resume(parked.takeAll()) }
    withExtendedLifetime(tail) {}
  }

  /// Wakes consumers; many of them from a task, so that the action need not wait for that.
  @inlinable
  static func resume(_ parked: ParkingLot<Continuation>.Parked) {
    if parked.count <= 64 {
      parked.forEach { $0.resume() }
    } else {
      OwnTask.detached { parked.forEach { $0.resume() } }
    }
  }

  /// Begins an iteration over every state.
  ///
  /// - Returns: The state as it is now, and where the later ones will be.
  @inlinable
  func makeCursor() -> (State, Cursor) {
    let fresh = StateChunk<State>()
    return guarded.withLock { guarded in
      let tail = guarded.tail ?? fresh
      guarded.tail = tail
      return (current, Cursor(chunk: tail, index: tail.count))
    }
  }

  /// The state after the cursor.
  @inlinable
  func next(_ cursor: inout Cursor) -> Step {
    if let state = cursor.next() { return .state(state) }
    // What it leaves is released when nothing is locked.
    var left: StateChunk<State>?
    let otherwise = guarded.withLock { guarded -> Step? in
      if cursor.index == cursor.chunk.count, let next = cursor.chunk.next {
        left = cursor.chunk
        cursor.chunk = next
        cursor.index = 0
      }
      cursor.known = cursor.chunk.count
      if cursor.index < cursor.known { return nil }
      return (guarded.parked?.reserve()).map(Step.wait) ?? .end
    }
    withExtendedLifetime(left) {}
    return otherwise ?? cursor.next().map(Step.state) ?? .end
  }

  /// All states after the cursor that are there already, for whoever does not wait.
  ///
  /// - Returns: The states, and what the cursor has left, to be released when nothing is locked.
  func available(_ cursor: inout Cursor) -> (states: [State], left: [AnyObject]) {
    var states: [State] = []
    var left: [AnyObject] = []
    while true {
      while let state = cursor.next() { states.append(state) }
      let isAtEnd = guarded.withLock { _ in
        if cursor.index == cursor.chunk.count, let next = cursor.chunk.next {
          left.append(cursor.chunk)
          cursor.chunk = next
          cursor.index = 0
        }
        cursor.known = cursor.chunk.count
        return cursor.index == cursor.known
      }
      if isAtEnd { return (states, left) }
    }
  }

  /// The newest state, unless it is the one of that version.
  @inlinable
  func next(after version: inout UInt64) -> Step {
    guarded.withLock { guarded in
      if guarded.version != version {
        version = guarded.version
        return .state(current)
      }
      return (guarded.parked?.reserve()).map(Step.wait) ?? .end
    }
  }

  /// Waits until there may be something new, or the task is cancelled.
  @inlinable
  func wait(
    _ ticket: ParkingLot<Continuation>.Ticket, isolation: isolated (any Actor)?
  ) async {
    await ParkingLot.wait(
      park: { continuation in
        guarded.withLock { $0.parked?.park(continuation, ticket) ?? false }
      }, cancel: { guarded.withLock { $0.parked?.cancel(ticket) } }, isolation: isolation)
  }
}
