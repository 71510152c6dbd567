internal import CoreEngineAsync

extension TestCore {
  /// Waits for an action that an effect, or anyone but the test, hands to the core, and checks what the
  /// core makes of it.
  ///
  /// - Parameters:
  ///   - action: What has to happen next. With `.partial`, other actions before it are passed over.
  ///   - change: Makes the expected state of the one before. With `.partial`, it is given the state that
  ///     came of it, and whatever it assigns must be so already.
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Throws: ``TestCoreFailure`` if another action comes, or none in time; if another state came of it,
  ///   or an error. What `change` throws.
  nonisolated(nonsending) public func receive(
    _ action: Action, _ change: (inout State) throws -> Void = { _ in },
    fileID: String = #fileID, line: Int = #line
  ) async throws where Action: Equatable {
    let step = Step(name: "receive(\(action))", fileID: fileID, line: line)
    let transition = try await next(step, where: { $0 == action }) { actual in
      Difference(from: action, to: actual).map { " (expected -> actual):\n\($0)" }
    }
    try check(transition, change, step)
  }

  /// Waits for an action that is as it should be: for actions that cannot be compared, or not be known.
  ///
  /// ```swift
  /// let test = TestCore(Library(api: .offline))
  /// try await test.send(.open) { $0.isLoading = true }
  /// try await test.receive(where: { if case .failed = $0 { true } else { false } }) {
  ///   $0.isLoading = false
  ///   $0.isOffline = true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isExpected: Whether it is the action that has to happen next. With `.partial`, others before it are
  ///     passed over.
  ///   - change: Makes the expected state of the one before, as in ``receive(_:_:fileID:line:)``.
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Returns: The action.
  /// - Throws: As ``receive(_:_:fileID:line:)`` does.
  @discardableResult
  nonisolated(nonsending) public func receive(
    where isExpected: @escaping @Sendable (Action) -> Bool,
    _ change: (inout State) throws -> Void = { _ in }, fileID: String = #fileID, line: Int = #line
  ) async throws -> Action {
    let step = Step(name: "receive(where:)", fileID: fileID, line: line)
    let transition = try await next(step, where: isExpected) { _ in nil }
    try check(transition, change, step)
    return transition.action
  }

  /// Waits for an action whose reduction must throw.
  ///
  /// The state stays as it was.
  ///
  /// - Parameters:
  ///   - action: What has to happen next. With `.partial`, other actions before it are passed over.
  ///   - type: The type of the error.
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Returns: The error.
  /// - Throws: ``TestCoreFailure`` if another action comes, or none in time; if its reduction throws
  ///   nothing, or something else.
  @discardableResult
  nonisolated(nonsending) public func receive<Failure: Error>(
    _ action: Action, throws type: Failure.Type, fileID: String = #fileID, line: Int = #line
  ) async throws -> Failure where Action: Equatable {
    let step = Step(name: "receive(\(action))", fileID: fileID, line: line)
    let transition = try await next(step, where: { $0 == action }) { actual in
      Difference(from: action, to: actual).map { " (expected -> actual):\n\($0)" }
    }
    return try thrownError(transition, type, step)
  }

  /// Ends the test: waits until the core has settled, and says what is left.
  ///
  /// With `.exhaustive`, all actions must have been received, and all effects must have ended. With
  /// `.partial`, nothing is left by definition; it waits, no longer than a step may take.
  ///
  /// - Parameters:
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Throws: ``TestCoreFailure`` if something is left.
  nonisolated(nonsending) public func finish(
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    let step = Step(name: "finish()", fileID: fileID, line: line)
    end()
    var busy: NotSettled?
    do { try await core.settled(timeout: timeout) } catch is NotSettled {
      await BusyMachine.catchUp()
      do { try await core.settled(timeout: .zero) } catch let error as NotSettled { busy = error }
    }
    if exhaustivity == .partial { return }
    var left: [String] = []
    let letters = inbox.content.letters
    if !letters.isEmpty {
      left.append(
        """
        Actions that the test has not received:
        \(list(letters))
        Receive each of them in a step of its own, `try await test.receive(…)`.
        """)
    }
    if let busy {
      var lines: [String] = []
      if busy.isReducing { lines.append("- an action is being reduced") }
      if busy.waitingActions > 0 {
        lines.append("- actions that wait for their turn: \(busy.waitingActions)")
      }
      lines += list(busy.effects)
      left.append(
        """
        What the core still does after \(timeout):
        \(lines.joined(separator: "\n"))
        Let it end before the test does: move the clock that it waits for, or cancel the effects, \
        `test.core.cancelAllEffects()`.
        """)
    }
    if left.isEmpty { return }
    left.append("If none of this matters here, make the test `.partial`.")
    throw failure(step, "The test is over, but the core is not.\n" + left.joined(separator: "\n"))
  }

  /// Waits for the next action, and takes it.
  ///
  /// - Parameter difference: How another action differs from the expected one.
  private nonisolated(nonsending) func next(
    _ step: Step, where isExpected: @escaping @Sendable (Action) -> Bool,
    difference: (Action) -> String?
  ) async throws -> Transition<State, Action> {
    let isExhaustive = exhaustivity == .exhaustive
    let index = try await inbox.first(within: timeout) { content -> Int? in
      if isExhaustive { return content.letters.isEmpty ? nil : 0 }
      return content.letters.firstIndex { isExpected($0.transition.action) }
    }
    let letters = inbox.content.letters
    guard let index else {
      let others = letters.isEmpty ? "" : "\nOther actions came:\n\(list(letters))"
      throw failure(
        step,
        "\(step.name): no such action came within \(timeout).\(others)\n\(activity)")
    }
    let letter = letters[index]
    if isExhaustive, !isExpected(letter.transition.action) {
      let text = difference(letter.transition.action) ?? ":"
      throw failure(
        step,
        """
        \(step.name): another action came\(text)
        What came, the first first:
        \(list(letters))
        """)
    }
    inbox.take(through: index)
    return letter.transition
  }

  /// What the core does, for those who wait for it in vain.
  private var activity: String {
    let effects = core.effects
    if !effects.isEmpty {
      return "Effects that still run:\n" + list(effects).joined(separator: "\n")
    }
    return core.isIdle
      ? "The core has nothing to do, and no effect runs that could send it."
      : "An action is still being reduced."
  }
}
