// Disfavoured, all of them, so that a publisher of something else is refused with a message about
// publishers.
extension PublisherCore {
  /// Runs an effect: the elements of an async sequence go through `action`, and what it throws goes to
  /// `handleError`.
  ///
  /// A task iterates the sequence, in the isolation in which this is called. It is cancelled when the
  /// effect is, or when the core is released; what the sequence throws after that is no error. It
  /// does not compile outside an isolated context, such as a `@MainActor` core.
  ///
  /// - Parameters:
  ///   - effect: A sequence of actions.
  ///   - isolation: Where it runs; leave it out.
  @_disfavoredOverload
  public func dispatch<Effect: AsyncSequence>(
    effect: Effect, isolation: isolated any Actor = #isolation
  ) where Effect.Element == Action {
    dispatch(effect: effect.publisher())
  }

  /// Runs an async sequence as an effect, under an id.
  ///
  /// - Parameters:
  ///   - effect: A sequence of actions.
  ///   - id: What it is called.
  ///   - policy: What becomes of it, or of the others, while effects of that id run.
  ///   - isolation: Where it runs; leave it out.
  @_disfavoredOverload
  public func dispatch<Effect: AsyncSequence>(
    effect: Effect, id: some Hashable & Sendable, policy: EffectPolicy = .concurrent,
    isolation: isolated any Actor = #isolation
  ) where Effect.Element == Action {
    dispatch(effect: effect.publisher(), id: id, policy: policy)
  }

  /// Runs an effect: the action that a closure returns goes through `action`, and what it throws goes to
  /// `handleError`.
  ///
  /// A task calls the closure, in the isolation in which this is called. It is cancelled when the effect
  /// is, or when the core is released; what the closure returns or throws after that is dropped. It does
  /// not compile outside an isolated context, such as a `@MainActor` core.
  ///
  /// ```swift
  /// core.dispatch(effect: { [loader] in .loaded(try await loader.load()) })
  /// ```
  ///
  /// The closure lives until it has returned: one that captures the core keeps it alive for as long.
  ///
  /// - Parameters:
  ///   - effect: Called once; returns an action, or `nil` for none.
  ///   - isolation: Where it runs; leave it out.
  @_disfavoredOverload
  public func dispatch(
    effect: nonisolated(nonsending) @escaping () async throws -> Action?,
    isolation: isolated any Actor = #isolation
  ) {
    dispatch(effect: AsyncWork(isolation: isolation, body: effect))
  }

  /// Runs an async closure as an effect, under an id.
  ///
  /// - Parameters:
  ///   - effect: Called once; returns an action, or `nil` for none.
  ///   - id: What it is called.
  ///   - policy: What becomes of it, or of the others, while effects of that id run.
  ///   - isolation: Where it runs; leave it out.
  @_disfavoredOverload
  public func dispatch(
    effect: nonisolated(nonsending) @escaping () async throws -> Action?,
    id: some Hashable & Sendable, policy: EffectPolicy = .concurrent,
    isolation: isolated any Actor = #isolation
  ) {
    dispatch(effect: AsyncWork(isolation: isolation, body: effect), id: id, policy: policy)
  }
}
