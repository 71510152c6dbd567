public import CoreEngineAsync
public import CoreEngineKernel

/// The reductions of an ``AsyncCore`` from now on, with what caused them and what came of them.
///
/// ```swift
/// let recorder = TransitionRecorder(core)
/// await core.action(.increase)
/// print(recorder.history.map(\.action))  // prints [increase]
/// ```
///
/// - It gets each reduction that begins after it was made, once, in order, also one that threw or left the
///   state as it was.
/// - Once `action` has returned, its reduction is there.
/// - It does not keep the core alive. While nobody records them, reductions cost nothing more.
///
/// It records as long as it lives, and keeps what it has recorded.
public final class TransitionRecorder<State: CoreState, Action: Sendable>: Sendable {
  private let subject: String
  private let recording = Recording<Transition<State, Action>>()
  private let stop: @Sendable () -> Void

  /// Begins to record.
  ///
  /// - Parameter core: Whose reductions.
  public init<Source: AsyncCore>(_ core: Source)
  where Source.State == State, Source.Action == Action {
    subject = "\(Source.self)"
    stop = core.transitions.listen { [recording] transition in
      if let transition {
        recording.append(transition)
      } else {
        recording.end("the core is gone")
      }
    }
  }

  deinit { stop() }

  /// All reductions so far.
  public var history: [Transition<State, Action>] { recording.elements }

  /// The newest reduction; `nil` if there has been none.
  public var last: Transition<State, Action>? { history.last }

  /// How many reductions there have been.
  public var count: Int { history.count }

  /// Waits until there have been so many reductions.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  /// - Returns: All reductions so far, which may be more.
  /// - Throws: ``ExpectationFailure`` if they do not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func history(
    _ count: Int, within limit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line
  ) async throws(ExpectationFailure) -> [Transition<State, Action>] {
    let expectation = Expectation<Transition<State, Action>>(
      subject: subject, elements: "transitions", expected: "\(count) transitions", limit: limit,
      clock: clock, place: "\(fileID):\(line)")
    return try await expectation.wait(recording.source, show: Self.text) {
      $0.count >= count ? .met($0) : .open
    }
  }

  private static func text(
    of transition: Transition<State, Action>, after previous: Transition<State, Action>?
  ) -> String {
    let difference = Difference(from: transition.stateBefore, to: transition.stateAfter)
    let result = transition.error.map { "threw \(Rendering.text(of: $0))" }
    let action = Rendering.text(of: transition.action)
    return "\(action): \(result ?? difference?.description ?? "no change")"
  }
}
