internal import CoreEngineSupport

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
  public func dispatch<Effect: Publisher>(effect: Effect) where Effect.Output == Action {
    run(effect, label: nil)
  }

  /// Runs an effect under an id, by which it can be cancelled, replaced or waited out.
  ///
  /// Ids belong to the core: those of two cores have nothing to do with each other. Two ids are the
  /// same where they are equal as `AnyHashable`, which 1 and 1.0 are.
  ///
  /// ```swift
  /// core.dispatch(effect: search.map(Action.found), id: "search", policy: .cancelPrevious)
  /// ```
  ///
  /// - Parameters:
  ///   - effect: A publisher of actions.
  ///   - id: What it is called.
  ///   - policy: What becomes of it, or of the others, while effects of that id run.
  /// - Complexity: That of the effects that it cancels.
  public func dispatch<Effect: Publisher>(
    effect: Effect, id: some Hashable & Sendable, policy: EffectPolicy = .concurrent
  ) where Effect.Output == Action {
    let index = EffectIndex.index(for: self)
    let id = AnyHashable(id)
    let previous: [AnyCancellable]
    switch policy {
    case .concurrent: previous = []
    case .cancelPrevious: previous = removeEffects(id, in: index)
    case .ignoreIfRunning:
      if index.isRunning(id) { return }
      previous = []
    }
    run(effect, label: index.makeLabel(id), replacing: previous)
  }

  /// Cancels all effects of an id that run in this core. They report no error.
  ///
  /// - Parameter id: What they were called when they were dispatched.
  /// - Complexity: O(n log n), where n is the number of effects of that id in flight.
  public func cancelEffect(id: some Hashable & Sendable) {
    guard let index = EffectIndex.existing(for: self) else { return }
    for effect in removeEffects(AnyHashable(id), in: index) { effect.cancel() }
  }

  /// Takes effects out, to be cancelled when all have left: what they call may dispatch again.
  private func removeEffects(_ id: AnyHashable, in index: EffectIndex) -> [AnyCancellable] {
    let effects = index.removeAll(id)
    for effect in effects { subscription.remove(effect) }
    return effects
  }

  private func run<Effect: Publisher>(
    _ effect: Effect, label: EffectIndex.Label?, replacing previous: [AnyCancellable] = []
  ) where Effect.Output == Action {
    let running = RunningEffect<Self, Effect.Failure>(core: self)
    // Kept before it begins: it may end before the next line returns.
    let token = AnyCancellable(running.connection, label: label)
    running.token = token
    subscription.insert(token)
    if let label { label.index.insert(token, label) }
    // Only now: should they lead to another dispatch that replaces this one, that is the newest.
    for effect in previous { effect.cancel() }
    if running.connection.isOpen { effect.receive(subscriber: running) }
  }
}
