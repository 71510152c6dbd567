public import CoreEngineAsync
public import CoreEngineSync

extension Core {
  /// Waits until a property of the state has a value, and fails with all that came instead.
  ///
  /// ```swift
  /// cart.load()
  /// try await cart.expect(\.items.count, equals: 3)
  /// ```
  ///
  /// The state that it has now counts, and each that follows; where `state` is not `@Published`, nothing
  /// says what follows, and only the state that it has now counts.
  ///
  /// - Parameters:
  ///   - keyPath: The way from the state to the property; `\.self` for the state itself.
  ///   - value: What it is expected to be.
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  /// - Returns: The state that has it.
  /// - Throws: ``ExpectationFailure`` if it does not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func expect<Value: Equatable>(
    _ keyPath: KeyPath<State, Value>, equals value: Value, within limit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line
  ) async throws(ExpectationFailure) -> State {
    try await expecting.expect(
      keyPath, equals: value, within: limit, clock: clock, fileID: fileID, line: line)
  }

  /// Waits until the state meets a condition, and fails with all that came instead.
  ///
  /// ```swift
  /// try await cart.expect { $0.items.count == 3 }
  /// ```
  ///
  /// The state that it has now counts, and each that follows; where `state` is not `@Published`, nothing
  /// says what follows, and only the state that it has now counts.
  ///
  /// - Parameters:
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  ///   - condition: Whether a state is the expected one. Called once for each, in the isolation of the
  ///     caller.
  /// - Returns: The state that meets it.
  /// - Throws: ``ExpectationFailure`` if it does not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func expect(
    within limit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line, _ condition: (State) -> Bool
  ) async throws(ExpectationFailure) -> State {
    try await expecting.expect(
      within: limit, clock: clock, fileID: fileID, line: line, condition)
  }

  private var expecting: StateRecorder<State> {
    publishedState == nil ? StateRecorder(unobserved: self) : StateRecorder(self)
  }
}

extension AsyncCore {
  /// Waits until a property of the state has a value, and fails with all that came instead.
  ///
  /// ```swift
  /// core.send(.load)
  /// try await core.expect(\.items.count, equals: 3)
  /// ```
  ///
  /// The state that it has now counts, and each that follows.
  ///
  /// - Parameters:
  ///   - keyPath: The way from the state to the property; `\.self` for the state itself.
  ///   - value: What it is expected to be.
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  /// - Returns: The state that has it.
  /// - Throws: ``ExpectationFailure`` if it does not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func expect<Value: Equatable>(
    _ keyPath: KeyPath<State, Value>, equals value: Value, within limit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line
  ) async throws(ExpectationFailure) -> State {
    try await StateRecorder(self).expect(
      keyPath, equals: value, within: limit, clock: clock, fileID: fileID, line: line)
  }

  /// Waits until the state meets a condition, and fails with all that came instead.
  ///
  /// ```swift
  /// try await core.expect { $0.items.count == 3 }
  /// ```
  ///
  /// The state that it has now counts, and each that follows.
  ///
  /// - Parameters:
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  ///   - condition: Whether a state is the expected one. Called once for each, in the isolation of the
  ///     caller.
  /// - Returns: The state that meets it.
  /// - Throws: ``ExpectationFailure`` if it does not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func expect(
    within limit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line, _ condition: (State) -> Bool
  ) async throws(ExpectationFailure) -> State {
    try await StateRecorder(self).expect(
      within: limit, clock: clock, fileID: fileID, line: line, condition)
  }
}
