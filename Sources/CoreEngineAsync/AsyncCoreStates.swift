/// The states of a core, as an asynchronous sequence: `core.states`.
///
/// - Every iteration is independent. With ``StateDelivery/every`` it begins with the state that was
///   current when the iterator was made, and gets each later one once, in order. With
///   ``StateDelivery/latest`` it begins with the state that is newest at the first `next()`, and then
///   gets the newest one that it has not seen.
/// - A state that equals the one before it is not delivered again.
/// - An iteration ends when its task is cancelled, at once, or when the core is gone: after what
///   it has not delivered yet.
/// - Neither the sequence nor an iteration keeps the core alive. A sequence that nobody iterates
///   and an iterator that was dropped cost nothing.
///
/// A property of it is the sequence of that property, without repeats: `core.states.count`,
/// `core.states.user.name`. The operators of `AsyncSequence` apply to it, and their names win over a
/// property of the state of the same name: for that, write `core.select { $0.first }`.
///
/// ```swift
/// for await state in core.states {
///   print(state.count)
/// }
/// ```
@frozen
@dynamicMemberLookup
public struct AsyncCoreStates<State: CoreState>: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = State

  /// It does not fail.
  public typealias Failure = Never

  @usableFromInline let storage: StateStorage<State>
  @usableFromInline let delivery: StateDelivery

  @inlinable
  init(_ storage: StateStorage<State>, _ delivery: StateDelivery) {
    self.storage = storage
    self.delivery = delivery
  }

  /// The values of one property of the state, without repeats.
  ///
  /// - Parameter keyPath: The way from the state to the property.
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any KeyPath<State, Value> & Sendable
  ) -> AsyncCoreSelection<State, Value> {
    AsyncCoreSelection(states: self) { $0[keyPath: keyPath] }
  }

  /// Begins an iteration.
  ///
  /// - Returns: An iteration of its own.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage, delivery)
  }

  /// One iteration over the states of a core, for one task.
  @frozen
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let storage: StateStorage<State>

    /// The state to begin with, before anything else.
    @usableFromInline var first: State?

    /// Where the iteration stands, if it gets every state.
    @usableFromInline var cursor: StateStorage<State>.Cursor?

    /// The state that it got last, if it gets only the newest.
    @usableFromInline var version: UInt64 = 0

    @usableFromInline var hasEnded = false

    @inlinable
    init(_ storage: StateStorage<State>, _ delivery: StateDelivery) {
      self.storage = storage
      if delivery == .every { (first, cursor) = storage.makeCursor() }
    }

    /// The next state, once there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @inlinable
    public mutating func next() async -> State? {
      if !Task.isCancelled, let state = cursor?.next() { return state }
      return await look(isolation: nil)
    }

    /// The next state, once there is one, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async -> State? {
      if !Task.isCancelled, let state = cursor?.next() { return state }
      return await look(isolation: actor)
    }

    /// All states that an iteration over every state has not delivered yet, without waiting for more.
    ///
    /// - Returns: The states, and what is to be released when nothing is locked.
    package mutating func available() -> (states: [State], left: [AnyObject]) {
      guard cursor != nil else { return ([], []) }
      let (states, left) = storage.available(&cursor!)
      return ((first.take().map { [$0] } ?? []) + states, left)
    }

    /// Looks for the next state, and waits for it.
    @inlinable
    @inline(never)
    mutating func look(isolation: isolated (any Actor)?) async -> State? {
      while !Task.isCancelled, !hasEnded {
        switch step() {
        case .state(let state): return state
        case .wait(let ticket): await storage.wait(ticket, isolation: isolation)
        case .end: hasEnded = true
        }
      }
      hasEnded = true
      (first, cursor) = (nil, nil)
      return nil
    }

    @inlinable
    mutating func step() -> StateStorage<State>.Step {
      if let state = first.take() { return .state(state) }
      if cursor == nil { return storage.next(after: &version) }
      return storage.next(&cursor!)
    }
  }
}

// An iteration belongs to one task: not inferred, as it would be of a frozen struct.
@available(*, unavailable)
extension AsyncCoreStates.Iterator: Sendable {}
