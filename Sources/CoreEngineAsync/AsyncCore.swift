@_exported public import CoreEngineKernel
@_exported public import CoreEngineSupport

/// An actor that owns a state and changes it by reducing actions, one after the other, although its
/// reducer may suspend and throw.
///
/// A conforming actor supplies one stored property, `store`, and a reducer. All else comes with the
/// protocol.
///
/// - **Serial.** Reductions of one core never overlap, even while one of them is suspended: no
///   update is lost.
/// - **In order.** ``send(_:)`` and ``action(_:isolation:)`` share one queue. What one caller hands over
///   first is reduced first.
/// - **Accepted is accepted.** An action is reduced although its sender was cancelled, or let go of
///   the core.
/// - **Observed once.** ``states`` delivers each new state once, in order, to every iteration. A
///   state that equals the one before it is not delivered.
/// - **Not kept alive.** Neither sequences nor their iterations keep the core alive; when it is
///   gone, loops end.
///
/// ```swift
/// actor Counter: AsyncCore {
///   enum Action: Sendable { case increase, decrease }
///   struct State: Equatable, Sendable { var count = 0 }
///
///   let store = AsyncCoreStore(initialState: State())
///
///   func reduce(state: State, action: Action) async throws -> State {
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
/// counter.send(.increase)
/// await counter.action(.increase)
/// print(counter.count)  // prints 2
/// ```
@dynamicMemberLookup
@dynamicCallable
public protocol AsyncCore<State, Action>: Actor, AsyncReducer {
  /// The state and the queue of this core: `let store: AsyncCoreStore<State>`, made in `init`.
  ///
  /// - Precondition: It is a stored constant, so that it is always the same object.
  nonisolated var store: AsyncCoreStore<State> { get }

  /// Called with the error of each reduction that throws, before the next action starts.
  ///
  /// The state is as it was before. Work whose task was cancelled reports no error, whatever it
  /// throws. Without an implementation, debug builds print the error to standard error and release
  /// builds ignore it. Sending from here queues; awaiting an action of this core from here queues
  /// it and returns at once.
  ///
  /// - Parameter error: The error, as the reducer threw it.
  func handleError(error: any Error) async
}

extension AsyncCore {
  /// Prints the error to standard error in debug builds, and ignores it in release builds.
  ///
  /// - Parameter error: The error of a reduction.
  public func handleError(error: any Error) async {
    reportUnhandled(error, in: Self.self)
  }
}

// MARK: - Acting

extension AsyncCore {
  /// Queues an action and returns at once.
  ///
  /// It is reduced in a task of the core's own, after all that was handed over before. It keeps the
  /// core alive until then.
  ///
  /// - Parameter action: What happened.
  @inlinable
  public nonisolated func send(_ action: Action) {
    store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.send(action, to: self) }
  }

  /// Reduces an action, after all that was handed over before, and returns when the state that
  /// follows is stored, or `handleError` has returned.
  ///
  /// The reducer runs in the caller's task, and sees its priority, task-local values and
  /// cancellation. An action of a cancelled task is reduced all the same; what its reducer throws
  /// is then not reported.
  ///
  /// From inside a reduction or `handleError` of the same core, the action is queued and the call
  /// returns at once: it would wait for itself. That is in its task, in a child of it, and, while it
  /// goes on, in a `Task` that it has begun.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - isolation: The caller's isolation, to which it returns; leave it out.
  @inlinable
  public func action(
    _ action: Action, isolation: isolated (any Actor)? = #isolation
  ) async {
    let mailbox = store.mailbox(of: self)
    if mailbox._withUnsafeGuaranteedRef({ $0.begin() }) {
      await reduceInTurn(action, mailbox, for: nil, isolation: isolation)
    } else {
      let mailbox = mailbox.takeUnretainedValue()
      if mailbox.isInsideReduction() { return mailbox.send(action, to: self) }
      await reduceWhenTurnComes(action, mailbox)
    }
  }

  /// Reduces `actions` one after the other: `await core(.a, .b)` is `await core.action(.a)` and
  /// then `await core.action(.b)`. Without actions it does nothing.
  ///
  /// - Parameter actions: What happened, the first first.
  /// - Complexity: O(n), where n is the number of actions.
  @inlinable
  nonisolated(nonsending) public func dynamicallyCall(withArguments actions: [Action]) async {
    for action in actions { await self.action(action) }
  }

  /// Waits for the turn, and reduces an action then.
  ///
  /// Away from the caller's executor: a busy one, the main actor for instance, would hold up the
  /// core from when its turn comes until it gets round to it.
  @concurrent
  @usableFromInline
  nonisolated func reduceWhenTurnComes(_ action: Action, _ mailbox: Mailbox<Self>) async {
    await mailbox.turn()
    await reduceInTurn(action, .passUnretained(mailbox), for: nil, isolation: nil)
  }

  /// Reduces an action for a caller who has the turn, and gives the turn away.
  ///
  /// - Parameter effect: Whose action it is; `nil` if it is that of a caller of `action`.
  @inlinable
  func reduceInTurn(
    _ action: Action, _ mailbox: Unmanaged<Mailbox<Self>>, for effect: AnyEffect?,
    isolation: isolated (any Actor)?
  ) async {
    let reduction = mailbox._withUnsafeGuaranteedRef { $0.beginReduction() }
    if ReductionScope.innermost.get() != 0 {
      return await reduceNested(action, mailbox, for: effect, reduction, isolation: isolation)
    }
    // Bound out here: inside the actor it costs two more changes of executor.
    await ReductionScope.innermost.withValue(
      reduction,
      operation: { await reduceAndFinish(action, mailbox, for: effect) }, isolation: isolation)
  }

  /// Reduces an action for a caller who is, or was, inside another reduction.
  @inlinable
  @inline(never)
  func reduceNested(
    _ action: Action, _ mailbox: Unmanaged<Mailbox<Self>>, for effect: AnyEffect?,
    _ reduction: UInt64, isolation: isolated (any Actor)?
  ) async {
    await ReductionScope.trail.withValue(
      ReductionScope.trail(around: reduction),
      operation: {
        await ReductionScope.innermost.withValue(
          reduction,
          operation: { await reduceAndFinish(action, mailbox, for: effect) }, isolation: isolation)
      }, isolation: isolation)
  }

  /// All on the actor, so that a busy caller does not hold up what comes next.
  @inlinable
  func reduceAndFinish(
    _ action: Action, _ mailbox: Unmanaged<Mailbox<Self>>, for effect: AnyEffect?
  ) async {
    if effect?.isStopped == true {
      // Again, with the turn and the actor: a reduction that cancelled it comes before all of its
      // actions, and so does whoever kept the actor busy meanwhile.
    } else if mailbox._withUnsafeGuaranteedRef({ $0.isWatched }) {
      await reduceAndTell(action, mailbox, effect.map { .effect(id: $0.id) } ?? .action)
    } else {
      await reduceAndStore(action, mailbox)
    }
    finish(mailbox)
  }

  // Not on the actor: a closure that is would look whether it runs there.
  @inlinable
  nonisolated func finish(_ mailbox: Unmanaged<Mailbox<Self>>) {
    mailbox._withUnsafeGuaranteedRef {
      $0.endReduction()
      $0.finish(self)
    }
  }

  /// Reduces what has been sent, for the drain task, until the turn is somebody else's.
  @inlinable
  func drain(_ mailbox: Mailbox<Self>) async {
    var batch = Ring<Action>()
    var count = 0
    while mailbox.nextBatch(&batch) {
      while !batch.isEmpty {
        // Binding costs more than reducing, so one binding serves until a task has copied it.
        let trail = ReductionTrail(mailbox.beginReduction())
        await ReductionScope.trail.withValue(trail) { [trail = Unmanaged.passUnretained(trail)] in
          let own = trail._withUnsafeGuaranteedRef { $0.copies }
          repeat {
            guard let action = batch.popFirst() else { return }
            mailbox.resumeReduction()
            mailbox.undrained.store(UInt(batch.count))
            if mailbox.isWatched {
              await reduceAndTell(action, .passUnretained(mailbox), .send)
            } else {
              await reduceAndStore(action, .passUnretained(mailbox))
            }
            count += 1
            // A reducer that never suspends would keep everybody else from the actor.
            if count.isMultiple(of: 1_024) { await Task.yield() }
          } while trail._withUnsafeGuaranteedRef { $0.copies } == own
        }
        withExtendedLifetime(trail) {}
        mailbox.endReduction()
      }
    }
  }

  /// Reduces, and stores the state that follows or handles the error.
  ///
  /// It does not return the state: the optimizer places one that is aligned to more than 16 bytes
  /// wrongly then.
  @inlinable
  func reduceAndStore(_ action: Action, _ mailbox: Unmanaged<Mailbox<Self>>) async {
    do {
      commit(try await reduce(state: latest, action: action), mailbox)
    } catch {
      if !Task.isCancelled { await handleError(error: error) }
    }
  }

  // Both without retaining the storage, which the core keeps alive.

  /// The state, for whoever has the turn.
  @inlinable
  nonisolated var latest: State {
    Unmanaged.passUnretained(store.storage)._withUnsafeGuaranteedRef { $0.current }
  }

  /// Ends the reduction and stores the state, in this order: what the reducer has begun, and lives on,
  /// is not inside any more once it can see the state.
  @inlinable
  nonisolated func commit(_ state: State, _ mailbox: Unmanaged<Mailbox<Self>>) {
    mailbox._withUnsafeGuaranteedRef { $0.endReduction() }
    Unmanaged.passUnretained(store.storage)._withUnsafeGuaranteedRef { $0.store(state) }
  }
}

// MARK: - Observing

extension AsyncCore {
  /// Reduces, stores and tells those who listen.
  @usableFromInline
  func reduceAndTell(
    _ action: Action, _ mailbox: Unmanaged<Mailbox<Self>>, _ cause: Transition<State, Action>.Cause
  ) async {
    let hub = hub
    let last = hub.beginReduction()
    let before = latest
    let start = ContinuousClock.now
    var failure: (any Error)?
    var next = before
    do { next = try await reduce(state: before, action: action) } catch { failure = error }
    let duration = start.duration(to: .now)
    if failure == nil { commit(next, mailbox) }
    hub.send(
      Transition(
        action: action, stateBefore: before, stateAfter: next, error: failure, duration: duration,
        cause: cause), upTo: last)
    if let failure, !Task.isCancelled { await handleError(error: failure) }
  }

  nonisolated var hub: TransitionHub<State, Action> {
    let hub = store.mailbox(of: self)._withUnsafeGuaranteedRef {
      $0.annex.orMade { Annex() }.hub.orMade { TransitionHub<State, Action>() }
    }
    // Nobody else makes it, and the mailbox is that of a core of this type.
    return unsafeDowncast(hub, to: TransitionHub<State, Action>.self)
  }
}

extension AsyncCore {
  /// All reductions from now on, with what caused them, and what came of them: see
  /// ``AsyncCoreTransitions``.
  public nonisolated var transitions: AsyncCoreTransitions<State, Action> {
    AsyncCoreTransitions(hub)
  }
}

extension AsyncCore {
  /// A copy of the state as it is now.
  @inlinable
  public nonisolated var currentState: State { store.storage.state }

  /// A property of the current state: `core.count` is `core.currentState.count`.
  ///
  /// A member of the core itself wins over one of the state that has the same name; the latter
  /// stays reachable through `currentState`.
  ///
  /// - Parameter keyPath: The way from the state to the property.
  @inlinable
  public nonisolated subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    currentState[keyPath: keyPath]
  }

  /// Every state, the current one first: see ``AsyncCoreStates``.
  ///
  /// A loop over it in a task of its own should hold the core weakly, or not at all:
  ///
  /// ```swift
  /// let task = Task { [states = core.states] in
  ///   for await state in states { print(state) }
  /// }
  /// ```
  @inlinable
  public nonisolated var states: AsyncCoreStates<State> { states(.every) }

  /// The states, all of them or only the newest for a consumer that is slow: see
  /// ``AsyncCoreStates``.
  ///
  /// - Parameter delivery: Which states a slow consumer gets.
  /// - Returns: A sequence, each iteration of which begins with the state that is current then.
  @inlinable
  public nonisolated func states(_ delivery: StateDelivery) -> AsyncCoreStates<State> {
    AsyncCoreStates(store.storage, delivery)
  }

  /// A value derived from each state, without repeats: see ``AsyncCoreSelection``.
  ///
  /// ```swift
  /// for await isEmpty in core.select(\.items.isEmpty) { print(isEmpty) }
  /// ```
  ///
  /// - Parameter transform: Called once for each state that an iteration gets, in that iteration's
  ///   task.
  /// - Returns: A sequence of its results, each of which differs from the one before it.
  @inlinable
  public nonisolated func select<Value: Equatable & Sendable>(
    _ transform: @escaping @Sendable (State) -> Value
  ) -> AsyncCoreSelection<State, Value> {
    // An overload, since a key path or function would be taken for a default argument before it.
    select(.every, transform)
  }

  /// A value derived from each state, or only from the newest for a consumer that is slow, without
  /// repeats: see ``AsyncCoreSelection``.
  ///
  /// - Parameters:
  ///   - delivery: Which states a slow consumer gets values of.
  ///   - transform: Called once for each state that an iteration gets, in that iteration's task.
  /// - Returns: A sequence of its results, each of which differs from the one before it.
  @inlinable
  public nonisolated func select<Value: Equatable & Sendable>(
    _ delivery: StateDelivery, _ transform: @escaping @Sendable (State) -> Value
  ) -> AsyncCoreSelection<State, Value> {
    AsyncCoreSelection(states: states(delivery), transform: transform)
  }
}
