/// A reducer that changes the state where it is, instead of returning a changed copy.
///
/// `reduce(state:action:)` has to copy every collection that it changes, since its caller still
/// holds the old state: appending one element to 100,000 copies 100,000. An `InPlaceReducer` gets
/// the only reference and appends in constant time. `reduce(state:action:)` comes for free.
///
/// ```swift
/// struct Journal: InPlaceReducer {
///   func reduce(into state: inout [String], action: String) { state.append(action) }
/// }
/// ```
public protocol InPlaceReducer<State, Action>: Reducer {
  // Declared again, so that a conformer's properties are enough to infer them.
  associatedtype State
  associatedtype Action

  /// Changes `state` to what follows once `action` has happened.
  ///
  /// - Parameters:
  ///   - state: The state before the action, to be changed in place. Nothing else may read it
  ///     until the call returns.
  ///   - action: What happened.
  func reduce(into state: inout State, action: Action)
}

extension InPlaceReducer {
  /// The state that follows `state` once `action` has happened, made by changing a copy.
  ///
  /// - Parameters:
  ///   - state: The state before the action.
  ///   - action: What happened.
  /// - Returns: The state after the action.
  /// - Complexity: A copy of what `reduce(into:action:)` changes, plus its own cost.
  @inlinable
  public func reduce(state: State, action: Action) -> State {
    var next = state
    reduce(into: &next, action: action)
    return next
  }
}
