extension AsyncCore {
  /// Runs an effect: the elements of an async sequence are reduced, one after the other.
  ///
  /// A task of the effect's own iterates the sequence. It asks for the next element when the one
  /// before has been reduced, so a core that is busy slows the sequence down. The effect holds the
  /// core weakly; when the core is gone, the effect is cancelled.
  ///
  /// ```swift
  /// core.dispatch(effect: sensor.readings.map(Action.measured))
  /// ```
  ///
  /// What the sequence throws goes to `handleError`, which has its turn like an action. Once the
  /// effect has been cancelled, what it throws is no error, and an action of it that is not being
  /// reduced yet is dropped.
  ///
  /// - Parameters:
  ///   - effect: A sequence of actions. To try again is to iterate it again.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative.
  @inlinable
  @discardableResult
  public nonisolated func dispatch<Effect: AsyncSequence & Sendable>(
    effect: Effect, retry: RetryPolicy = .never, deadline: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle where Effect.Element == Action {
    start(id: nil, .concurrent, retry, deadline, clock, running(effect))
  }

  /// Runs an async sequence as an effect, under an id.
  ///
  /// - Parameters:
  ///   - effect: A sequence of actions. To try again is to iterate it again.
  ///   - id: What it is called. Ids belong to one core: those of others are of no concern.
  ///   - policy: What becomes of it, or of the others, while effects of that id live.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the debouncing, the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative, nor is the time of debouncing.
  @inlinable
  @discardableResult
  public nonisolated func dispatch<Effect: AsyncSequence & Sendable>(
    effect: Effect, id: some Hashable & Sendable, policy: AsyncEffectPolicy = .concurrent,
    retry: RetryPolicy = .never, deadline: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle where Effect.Element == Action {
    start(id: id, policy, retry, deadline, clock, running(effect))
  }

  /// Runs an effect: the action that an async closure returns is reduced.
  ///
  /// A task of the effect's own calls the closure. What it throws goes to `handleError`, which has
  /// its turn like an action. Once the effect has been cancelled, what it throws is no error, and
  /// its action is dropped unless it is being reduced already.
  ///
  /// ```swift
  /// core.dispatch(effect: { [api] in .loaded(try await api.load()) }, id: "load", policy: .cancelPrevious)
  /// ```
  ///
  /// The effect holds the core weakly, and is cancelled when the core is gone; a closure that
  /// captures the core keeps it alive until it has returned.
  ///
  /// - Parameters:
  ///   - effect: Called once for each attempt; returns an action, or `nil` for none.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative.
  @inlinable
  @discardableResult
  public nonisolated func dispatch(
    effect: @escaping @Sendable () async throws -> Action?, retry: RetryPolicy = .never,
    deadline: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle {
    start(id: nil, .concurrent, retry, deadline, clock, running(effect))
  }

  /// Runs an async closure that returns an action as an effect, under an id.
  ///
  /// - Parameters:
  ///   - effect: Called once for each attempt; returns an action, or `nil` for none.
  ///   - id: What it is called. Ids belong to one core: those of others are of no concern.
  ///   - policy: What becomes of it, or of the others, while effects of that id live.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the debouncing, the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative, nor is the time of debouncing.
  @inlinable
  @discardableResult
  public nonisolated func dispatch(
    effect: @escaping @Sendable () async throws -> Action?, id: some Hashable & Sendable,
    policy: AsyncEffectPolicy = .concurrent, retry: RetryPolicy = .never, deadline: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle {
    start(id: id, policy, retry, deadline, clock, running(effect))
  }

  /// Runs an effect: an async closure that hands actions to the core while it runs.
  ///
  /// Its `send` returns when the action has been reduced, so a core that is busy slows the effect
  /// down. All else is as for an effect that returns an action. Once the effect has been cancelled,
  /// or the core is gone, `send` does nothing.
  ///
  /// ```swift
  /// core.dispatch { send in
  ///   for try await progress in download { await send(.progressed(progress)) }
  ///   await send(.downloaded)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - effect: Called once for each attempt, with a function that hands an action to the core.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative.
  @inlinable
  @discardableResult
  public nonisolated func dispatch(
    effect:
      @escaping @Sendable (_ send: @escaping @Sendable (Action) async -> Void) async throws -> Void,
    retry: RetryPolicy = .never, deadline: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle {
    start(id: nil, .concurrent, retry, deadline, clock, running(effect))
  }

  /// Runs an async closure that hands actions to the core as an effect, under an id.
  ///
  /// - Parameters:
  ///   - effect: Called once for each attempt, with a function that hands an action to the core.
  ///   - id: What it is called. Ids belong to one core: those of others are of no concern.
  ///   - policy: What becomes of it, or of the others, while effects of that id live.
  ///   - retry: How often it is tried.
  ///   - deadline: How long it may take, from its start, with all attempts; then it is cancelled,
  ///     and an ``EffectDeadlineExceeded`` goes to `handleError`.
  ///   - clock: The clock of the debouncing, the retries and the deadline.
  /// - Returns: What cancels the effect, and waits for its end.
  /// - Precondition: The deadline is not negative, nor is the time of debouncing.
  @inlinable
  @discardableResult
  public nonisolated func dispatch(
    effect:
      @escaping @Sendable (_ send: @escaping @Sendable (Action) async -> Void) async throws -> Void,
    id: some Hashable & Sendable, policy: AsyncEffectPolicy = .concurrent,
    retry: RetryPolicy = .never, deadline: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> EffectHandle {
    start(id: id, policy, retry, deadline, clock, running(effect))
  }

  /// Cancels the effects of an id, as ``EffectHandle/cancel()`` does. Those that stand in its queue
  /// never start.
  ///
  /// - Parameter id: What they were called when they were dispatched.
  /// - Complexity: O(n), where n is the number of effects of that id.
  public nonisolated func cancelEffect(id: some Hashable & Sendable) {
    store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.annex.made?.board.cancel(id: id) }
  }

  /// Cancels all effects of the core.
  ///
  /// - Complexity: O(n), where n is the most that lived at once since there were none.
  public nonisolated func cancelAllEffects() {
    store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.annex.made?.board.cancelAll() }
  }

  /// The effects that have not ended, in the order in which they were dispatched.
  ///
  /// - Complexity: O(n log n), where n is the most that lived at once since there were none.
  public nonisolated var effects: [RunningEffect] {
    store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.annex.made?.board.effects ?? [] }
  }
}

// MARK: - Running

extension AsyncCore {
  @inlinable
  nonisolated func running<Effect: AsyncSequence & Sendable>(
    _ sequence: Effect
  ) -> AnyEffect.Work where Effect.Element == Action {
    { [weak self] effect in
      for try await action in sequence {
        guard await Self.reduce(action, of: effect, in: self) else { return }
      }
    }
  }

  @inlinable
  nonisolated func running(
    _ closure: @escaping @Sendable () async throws -> Action?
  ) -> AnyEffect.Work {
    { [weak self] effect in
      if let action = try await closure() { _ = await Self.reduce(action, of: effect, in: self) }
    }
  }

  @inlinable
  nonisolated func running(
    _ closure:
      @escaping @Sendable (_ send: @escaping @Sendable (Action) async -> Void) async throws -> Void
  ) -> AnyEffect.Work {
    { [weak self] effect in
      try await closure { [weak self] action in
        _ = await Self.reduce(action, of: effect, in: self)
      }
    }
  }

  @inlinable
  nonisolated func start(
    id: (any Hashable & Sendable)?, _ policy: AsyncEffectPolicy, _ retry: RetryPolicy,
    _ deadline: Duration?, _ clock: any Clock<Duration>, _ work: @escaping AnyEffect.Work
  ) -> EffectHandle {
    let plan = AnyEffect.Plan(policy, retry, deadline, clock, work) { [weak self] error in
      await self?.handleInTurn(error)
    }
    return store.mailbox(of: self)._withUnsafeGuaranteedRef { $0.startEffect(id: id, policy, plan) }
  }

  /// Reduces an action of an effect when its turn comes, unless the effect has been stopped by
  /// then.
  ///
  /// - Returns: `false` if the effect need not go on.
  @inlinable
  static nonisolated func reduce(
    _ action: Action, of effect: AnyEffect, in core: Self?
  ) async -> Bool {
    guard let core, !effect.isStopped else { return false }
    let mailbox = core.store.mailbox(of: core)
    if !mailbox._withUnsafeGuaranteedRef({ $0.begin() }) {
      let mailbox = mailbox.takeUnretainedValue()
      if mailbox.isInsideReduction() {
        // Somebody gave `send` to the reducer.
        mailbox.send(action, to: core)
        return true
      }
      await mailbox.turn()
    }
    await core.reduceInTurn(action, mailbox, for: effect, isolation: nil)
    return !effect.isStopped
  }

  /// Handles the error of an effect when its turn comes.
  @usableFromInline
  nonisolated func handleInTurn(_ error: any Error) async {
    let mailbox = store.mailbox(of: self).takeUnretainedValue()
    if !mailbox.begin() { await mailbox.turn() }
    let reduction = mailbox.beginReduction()
    await ReductionScope.innermost.withValue(reduction) {
      await handleAndFinish(error, .passUnretained(mailbox))
    }
  }

  /// On the actor, so that nobody finds the reduction going on when `handleError` has returned.
  func handleAndFinish(_ error: any Error, _ mailbox: Unmanaged<Mailbox<Self>>) async {
    await handleError(error: error)
    finish(mailbox)
  }
}
