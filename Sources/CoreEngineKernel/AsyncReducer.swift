#if !hasFeature(Embedded)
  /// A function from a state and an action to the next state that may suspend and may fail.
  ///
  /// It may wait for what it needs on the way (a file, a server, another actor), and throws where
  /// there is no next state.
  ///
  /// ```swift
  /// struct Lookup: AsyncReducer {
  ///   func reduce(state: [String], action: Int) async throws -> [String] {
  ///     guard action >= 0 else { throw CancellationError() }
  ///     return state + ["number \(action)"]
  ///   }
  /// }
  /// ```
  public protocol AsyncReducer<State, Action> {
    /// What is known at one moment.
    associatedtype State: CoreState

    /// What can happen. Actions cross from the sender's isolation into the reducer's.
    associatedtype Action: Sendable

    /// The state that follows `state` once `action` has happened.
    ///
    /// - Parameters:
    ///   - state: The state before the action.
    ///   - action: What happened.
    /// - Returns: The state after the action; an equal one when nothing changes.
    /// - Throws: Whatever stands in the way of a next state.
    func reduce(state: State, action: Action) async throws -> State
  }
#endif
