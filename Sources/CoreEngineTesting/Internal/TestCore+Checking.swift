internal import CoreEngineAsync
internal import CoreEngineSupport

extension TestCore {
  /// Compares what came of an action with what was expected.
  func check(
    _ transition: Transition<State, Action>, _ change: (inout State) throws -> Void, _ step: Step
  ) throws {
    if let error = transition.error {
      throw failure(
        step,
        """
        After \(step.name) the reducer threw an error: \(error)
        If it should, say so: `\(step.name.prefix { $0 != "(" })(…, throws: \(type(of: error)).self)`.
        """)
    }
    let isExhaustive = exhaustivity == .exhaustive
    var expected = isExhaustive ? transition.stateBefore : transition.stateAfter
    let unchanged = expected
    try change(&expected)
    if expected == transition.stateAfter { return }
    let difference =
      Difference(from: expected, to: transition.stateAfter)?.description
      ?? "They look alike, but `==` says that they are not equal."
    let isHint = isExhaustive && expected == unchanged
    throw failure(
      step,
      """
      After \(step.name) the state is not the expected one (expected -> actual):
      \(difference)
      """
        + (isHint
          ? "\nNo change was expected. If it is right, name it: `{ $0.… = … }`, or make the test `.partial`."
          : ""))
  }

  /// The error that a reduction must have thrown.
  func thrownError<Failure: Error>(
    _ transition: Transition<State, Action>, _ type: Failure.Type, _ step: Step
  ) throws -> Failure {
    if let failure = transition.error as? Failure { return failure }
    let actual = transition.error.map { "it threw \($0)" } ?? "it threw nothing"
    throw failure(
      step,
      "The reducer was expected to throw an error of type \(type) in \(step.name), but \(actual).")
  }

  /// Says what nobody has looked at, for a test that is over and has not been finished.
  func reportWhatIsLeft() {
    let lines = inbox.content.letters.map(line) + list(core.effects)
    if lines.isEmpty { return }
    report(
      """
      CoreEngineTesting: a test of \(Target.self) was over without `finish()`, so nothing has failed for what was \
      left:
      \(lines.joined(separator: "\n"))
      End the test with `try await test.finish()`, or make it `.partial`.
      """)
  }

  /// A line for each effect.
  func list(_ effects: [RunningEffect]) -> [String] {
    effects.map { effect in
      let name = effect.id.map { "the effect \(String(reflecting: $0))" }
      let state = effect.isCancelled ? ", cancelled" : effect.isWaiting ? ", waiting" : ""
      return "- \(name ?? "an effect without an id")\(state)"
    }
  }

  /// A line for each action.
  func list(_ letters: some Sequence<Inbox<State, Action>.Letter>) -> String {
    letters.map(line).joined(separator: "\n")
  }

  private func line(_ letter: Inbox<State, Action>.Letter) -> String {
    let cause =
      switch letter.transition.cause {
      case .effect(let id?): "from the effect \(String(reflecting: id))"
      case .effect(nil): "from an effect"
      case .send: "from send"
      case .action: "from action"
      }
    return "- \(letter.transition.action), \(cause)"
  }
}
