/// A pure, synchronous function from a state and an action to the next state.
///
/// The result depends on the two arguments alone: `reduce(state:action:)` reads nothing else,
/// changes nothing else, and gives the same answer each time.
///
/// ```swift
/// struct Doubler: Reducer {
///   func reduce(state: Int, action: Bool) -> Int { action ? state * 2 : state }
/// }
/// ```
public protocol Reducer<State, Action> {
  /// What is known at one moment.
  associatedtype State: CoreState

  /// What can happen.
  associatedtype Action

  /// The state that follows `state` once `action` has happened.
  ///
  /// - Parameters:
  ///   - state: The state before the action.
  ///   - action: What happened.
  /// - Returns: The state after the action; an equal one when nothing changes.
  func reduce(state: State, action: Action) -> State
}
