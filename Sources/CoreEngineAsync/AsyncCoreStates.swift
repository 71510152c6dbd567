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
@dynamicMemberLookup
public struct AsyncCoreStates<State: CoreState>: AsyncSequence, Sendable {
  public typealias Element = State
  public typealias Failure = Never

  private let storage: StateStorage<State>
  private let delivery: StateDelivery

  init(_ storage: StateStorage<State>, _ delivery: StateDelivery) {
    self.storage = storage
    self.delivery = delivery
  }

  /// The values of one property of the state, without repeats.
  ///
  /// - Parameter keyPath: The way from the state to the property.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any KeyPath<State, Value> & Sendable
  ) -> AsyncCoreSelection<State, Value> {
    AsyncCoreSelection(states: self) { $0[keyPath: keyPath] }
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage, delivery)
  }

  /// One iteration over the states of a core, for one task.
  public struct Iterator: AsyncIteratorProtocol {
    private enum Position {
      /// The state to begin with, and where the later ones are.
      case first(State, StateStorage<State>.Cursor)
      case every(StateStorage<State>.Cursor)
      case latest(version: UInt64)
      case end
    }

    private let storage: StateStorage<State>
    private var position: Position

    fileprivate init(_ storage: StateStorage<State>, _ delivery: StateDelivery) {
      self.storage = storage
      switch delivery {
      case .every:
        let (state, cursor) = storage.makeCursor()
        position = .first(state, cursor)
      case .latest:
        position = .latest(version: 0)
      }
    }

    /// The next state, once there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    public mutating func next() async -> State? {
      await next(after: nil)
    }

    /// The next state, once there is one, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> State? {
      await next(after: actor)
    }

    private mutating func next(after isolation: isolated (any Actor)?) async -> State? {
      while !Task.isCancelled {
        switch position {
        case .first(let state, let cursor):
          position = .every(cursor)
          return state
        case .every(let cursor):
          switch storage.next(after: cursor) {
          case .state(let state, let cursor):
            position = .every(cursor)
            return state
          case .wait(let ticket): await storage.wait(ticket, isolation: isolation)
          case .end: position = .end
          }
        case .latest(let version):
          switch storage.next(after: version) {
          case .state(let state, let version):
            position = .latest(version: version)
            return state
          case .wait(let ticket): await storage.wait(ticket, isolation: isolation)
          case .end: position = .end
          }
        case .end: return nil
        }
      }
      position = .end
      return nil
    }
  }
}
