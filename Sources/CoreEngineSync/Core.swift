@_exported public import CoreEngineKernel

/// An object that owns a state and changes it by reducing actions, synchronously.
///
/// A conforming class supplies a `state` and a reducer; `action(_:)`, the call syntax
/// `core(.a, .b)` and reading the state's properties from the core itself come with the protocol.
///
/// - `action(_:)` has reduced and stored before it returns.
/// - The setter of `state` does not run when the new state equals the old one.
/// - An observer that sends an action while it is being notified has it reduced at once, from the
///   state just stored.
/// - A core is Sendable only if its own isolation makes it so: `@MainActor final class X: @MainActor
///   Core` and `@Observable final class X: Core` both work.
/// - A class that is an ``InPlaceReducer`` as well changes its state without copying it.
///
/// ```swift
/// final class Counter: Core {
///   enum Action { case increase, decrease }
///   struct State: Equatable, Sendable { var count = 0 }
///
///   var state = State()
///
///   func reduce(state: State, action: Action) -> State {
///     var next = state
///     switch action {
///     case .increase: next.count += 1
///     case .decrease: next.count -= 1
///     }
///     return next
///   }
/// }
///
/// let counter = Counter()
/// counter.action(.increase)
/// counter(.increase, .decrease)
/// print(counter.count)  // prints 1
/// ```
@dynamicMemberLookup
@dynamicCallable
public protocol Core<State, Action>: AnyObject, Reducer {
  /// The state as it is now.
  ///
  /// Setting it directly is possible, and is how a state is restored; observers hear of it as of
  /// any other change.
  var state: State { get set }

  /// Reduces `action` and stores the state that follows, before it returns.
  ///
  /// A conformer may wrap it, to log each action for instance, and calls `apply(_:)` for the rest.
  /// Every way of handing an action to the core goes through this method.
  ///
  /// - Parameter action: What happened.
  func action(_ action: Action)
}

extension Core {
  /// Does what ``apply(_:)`` does.
  ///
  /// - Parameter action: What happened.
  @inlinable
  public func action(_ action: Action) {
    apply(action)
  }

  /// Reduces `action` and stores the state that follows, before it returns: what
  /// `action` does, for a conformer that wraps it.
  ///
  /// An equal state is not stored again. The old state is released after the new one has been
  /// stored and observed, so a `deinit` in it may use the core.
  ///
  /// - Parameter action: What happened.
  /// - Precondition: `reduce` does not change the state of its own core. Where it does, by calling
  ///   `action` on itself say, one of the two results would be lost, so the program stops with a
  ///   message, in release builds too. A state that is not equal to itself (it holds a NaN) is
  ///   beyond this check.
  /// - Complexity: One `reduce` and at most two `==`, one of them of the state with itself; one
  ///   more if the state is not equal to itself.
  @inlinable
  public func apply(_ action: Action) {
    let before = state
    let next = reduce(state: before, action: action)
    // Compared before the check, so that an action sent by this `==` does not get past it.
    let isChange = next != before
    if state != before, before == before {
      #if hasFeature(Embedded)
        failForStateChangedByReduce(in: "a core")
      #else
        failForStateChangedByReduce(in: Self.self)
      #endif
    }
    guard isChange else { return }
    state = next
    // Whatever the old state alone kept alive goes only now, when nothing is being accessed.
    withExtendedLifetime(before) {}
  }

  /// Reduces `actions` one after the other: `core(.a, .b)` is `core.action(.a); core.action(.b)`.
  ///
  /// What an action causes is finished before the next one begins, save for published states inside of
  /// a delivery, which follow in order. Without actions it does nothing.
  ///
  /// Swift offers the call syntax where the class of the core is known. A generic `C: Core` and an
  /// `any Core<State, Action>` take one action at a time, or a call of this method.
  ///
  /// - Parameter actions: What happened, the first first.
  /// - Complexity: O(n), where n is the number of actions.
  @inlinable
  public func dynamicallyCall(withArguments actions: [Action]) {
    for action in actions {
      self.action(action)
    }
  }

  /// A property of the current state: `core.count` is `core.state.count`.
  ///
  /// A member of the core itself wins over one of the state that has the same name; the latter
  /// stays reachable through `state`.
  ///
  /// Embedded Swift has no key paths and refuses this: write `core.state.count`.
  ///
  /// - Parameter keyPath: The way from the state to the property.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}

extension Core where Self: InPlaceReducer {
  /// Does what ``apply(_:)`` does.
  ///
  /// - Parameter action: What happened.
  @inlinable
  public func action(_ action: Action) {
    apply(action)
  }

  /// Lets the reducer change the state where it is, before it returns: what `action` does, for a
  /// conformer that wraps it.
  ///
  /// Nothing is copied and nothing compared. The setter of `state`, and with it every observer,
  /// runs for each action.
  ///
  /// That takes a `state` that can be changed in place: a stored property, also one with a `didSet`
  /// that does not read `oldValue`, or one that `@Observable` has made. For a `willSet`, for
  /// `oldValue` and for a property of `get` and `set` alone, Swift copies the state around the
  /// call.
  ///
  /// - Parameter action: What happened.
  /// - Precondition: `reduce(into:action:)` does not touch `state` of its own core but through its
  ///   argument: that is an overlapping access, at which Swift stops the program. Where Swift
  ///   copies the state, it cannot see this, and the inner change is lost.
  @inlinable
  public func apply(_ action: Action) {
    reduce(into: &state, action: action)
  }
}
