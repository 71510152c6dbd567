/// A core that takes the actions that publishers send it: its effects.
///
/// A conforming class adds a `subscription` to what a ``Core`` has, and handles the errors of its
/// effects. With ``Published`` its state is observable: `core.$state`.
///
/// - A value of an effect goes through `action`; a failure reaches `handleError` once, as the error
///   that it was, and touches no other effect.
/// - `subscription` holds the effects in flight. One that ends leaves it.
/// - Effects never keep the core alive. A core that is released cancels them.
/// - `dispatch` works inside `init`, once all stored properties are set.
///
/// ```swift
/// final class Dice: PublisherCore {
///   enum Action { case show(Int) }
///   struct State: Equatable, Sendable { var eyes = 1 }
///
///   @Published var state = State()
///   var subscription: Set<AnyCancellable> = []
///
///   func reduce(state: State, action: Action) -> State {
///     switch action {
///     case .show(let eyes): State(eyes: eyes)
///     }
///   }
///
///   func roll() {
///     dispatch(effect: Just(Int.random(in: 1...6)).map(Action.show))
///   }
/// }
/// ```
public protocol PublisherCore<State, Action>: Core {
  /// The effects in flight, and whatever else is to end with the core.
  var subscription: Set<AnyCancellable> { get set }

  /// Called with the error of each effect that fails.
  ///
  /// Without an implementation, debug builds print the error to standard error and release builds
  /// ignore it. An effect that is dispatched from here and fails at once is handled when this call
  /// has returned, so that retrying for ever does not exhaust the stack.
  ///
  /// - Parameter error: The error, as the effect gave it.
  func handleError(error: any Error)
}

/// The former name of ``PublisherCore``.
@available(*, deprecated, renamed: "PublisherCore")
public typealias AnyCore = PublisherCore

extension PublisherCore {
  /// Prints the error to standard error in debug builds, and ignores it in release builds.
  ///
  /// - Parameter error: The error of an effect.
  public func handleError(error: any Error) {
    reportUnhandled(error, in: Self.self)
  }

  /// Runs an effect: what it publishes goes through `action`, and its failure to `handleError`.
  ///
  /// Any publisher of this core's actions will do, whatever its failure type: a concrete one,
  /// `any Publisher<Action, any Error>` or `any Publisher<Action, Never>`. One of another output
  /// does not compile.
  ///
  /// A publisher that never ends stays in `subscription` until the core is released. Dispatching it
  /// again adds a second subscription beside the first; for one value of a property, dispatch
  /// `Just(property)`.
  ///
  /// - Parameter effect: A publisher of actions.
  @inlinable
  public func dispatch<Effect: Publisher>(effect: Effect) where Effect.Output == Action {
    let running = RunningEffect<Self, Effect.Failure>(core: self)
    // Kept before it begins: it may end before the next line returns.
    let token = AnyCancellable(running.connection)
    running.token = token
    subscription.insert(token)
    effect.receive(subscriber: running)
  }
}
