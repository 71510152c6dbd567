public import CoreEngineSupport

/// Decides whose turn it is to reduce, and keeps what waits for one, in order.
///
/// Two kinds of entrants share the queue: sent actions, which the core's own drain task reduces,
/// and callers of `action`, which wait to reduce their own in their own task. At most one of them
/// has the turn. The drain task, once it has nothing more to do, lingers a moment before it ends,
/// since starting it anew costs more.
///
/// | phase       | who has the turn | drain task                 | waiting      |
/// |-------------|------------------|----------------------------|--------------|
/// | `idle`      | nobody           | none                       | nothing      |
/// | `reducing`  | a caller         | none, or lingering         | anything     |
/// | `reserved`  | the drain task   | starting, or lingering     | sent actions |
/// | `draining`  | the drain task   | at work                    | anything     |
/// | `lingering` | nobody           | lingering                  | nothing      |
///
/// It is a value without a lock: whoever owns one guards it.

@frozen
@usableFromInline
struct TurnQueue<Action, Waiter> {
  @usableFromInline
  enum Phase: Equatable {
    case idle
    case reducing(lingering: Bool)
    case reserved
    case draining
    case lingering
  }

  /// What whoever gave the turn away has to do.
  @usableFromInline
  enum Handover {
    /// Nothing: nobody waits, or the turn is taken.
    case none
    /// Let this one go on: it has the turn now.
    case resume(Waiter)
    /// See to it that the drain task can go on; it has the turn now.
    case drain(startingTask: Bool)
  }

  @usableFromInline
  enum Entry {
    case batch(Ring<Action>)
    case waiter(Waiter)
  }

  @usableFromInline var phase = Phase.idle

  /// What waits, in order, up to the last waiter.
  @usableFromInline var entries = Ring<Entry>()

  /// The actions that were sent after that.
  @usableFromInline var sent = Ring<Action>()

  @inlinable
  init() {}

  /// Whether nobody has the turn and no task lingers.
  @inlinable
  var isIdle: Bool { phase == .idle }

  /// Whether nobody has the turn.
  @inlinable
  var isQuiet: Bool { phase == .idle || phase == .lingering }

  /// How many actions wait for their turn.
  ///
  /// - Complexity: O(n).
  var waitingCount: Int {
    entries.elements.reduce(sent.count) { count, entry in
      switch entry {
      case .batch(let sent): count + sent.count
      case .waiter: count + 1
      }
    }
  }

  /// Learns that a caller took the turn while the queue was idle.
  @inlinable
  mutating func adoptTurn() { phase = .reducing(lingering: false) }

  /// Takes the turn if it is free.
  @inlinable
  mutating func begin() -> Bool {
    switch phase {
    case .idle: phase = .reducing(lingering: false)
    case .lingering: phase = .reducing(lingering: true)
    case .reducing, .reserved, .draining: return false
    }
    return true
  }

  /// Takes the turn if it is free, else queues for it.
  ///
  /// - Returns: Whether it has been taken.
  @inlinable
  mutating func join(_ waiter: Waiter) -> Bool {
    if begin() { return true }
    if !sent.isEmpty {
      entries.append(.batch(sent))
      sent = Ring()
    }
    entries.append(.waiter(waiter))
    return false
  }

  /// Queues an action.
  @inlinable
  mutating func send(_ action: Action) -> Handover {
    sent.append(action)
    switch phase {
    case .idle:
      phase = .reserved
      return .drain(startingTask: true)
    case .lingering:
      phase = .reserved
      return .drain(startingTask: false)
    case .reducing, .reserved, .draining:
      return .none
    }
  }

  /// Gives away the turn that a caller of `action` had.
  @inlinable
  mutating func finish() -> Handover {
    guard case .reducing(let lingering) = phase else { fatalError("nobody reduces: \(phase)") }
    if case .waiter(let waiter) = entries.first {
      _ = entries.popFirst()
      return .resume(waiter)
    }
    if entries.isEmpty, sent.isEmpty {
      phase = lingering ? .lingering : .idle
      return .none
    }
    phase = .reserved
    return .drain(startingTask: !lingering)
  }

  /// The drain task has started, or has lingered long enough.
  ///
  /// - Returns: Whether it has the turn; if not, it ends.
  @inlinable
  mutating func resumeDraining() -> Bool {
    switch phase {
    case .reserved:
      phase = .draining
      return true
    case .lingering:
      phase = .idle
      return false
    case .reducing(lingering: true):
      phase = .reducing(lingering: false)
      return false
    case .idle, .reducing(lingering: false), .draining:
      fatalError("there is no lingering task: \(phase)")
    }
  }

  /// The drain task wants its next actions.
  ///
  /// - Parameter batch: Empty; it gets them, and lends its memory to those to come.
  /// - Returns: `nil` if there are some; else the drain task has lost the turn, lingers, and has to
  ///   see to the handover.
  @inlinable
  mutating func nextBatch(_ batch: inout Ring<Action>) -> Handover? {
    switch entries.popFirst() {
    case .batch(let sent):
      batch = sent
      return nil
    case .waiter(let waiter):
      phase = .reducing(lingering: true)
      return .resume(waiter)
    case nil:
      if sent.isEmpty {
        phase = .lingering
        return Handover.none
      }
      swap(&sent, &batch)
      return nil
    }
  }
}

extension TurnQueue: Sendable where Action: Sendable, Waiter: Sendable {}
extension TurnQueue.Handover: Sendable where Action: Sendable, Waiter: Sendable {}
extension TurnQueue.Entry: Sendable where Action: Sendable, Waiter: Sendable {}
extension TurnQueue.Phase: Sendable {}
