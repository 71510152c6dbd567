public import CoreEngineAsync
internal import CoreEngineSupport

/// A core under test, step by step: what is sent to it, what it makes of that, and what its effects
/// send back.
///
/// ```swift
/// let test = TestCore(Library(api: .stub(books: ["Emma"])))
///
/// try await test.send(.open) { $0.isLoading = true }
/// try await test.receive(.loaded(["Emma"])) {
///   $0.isLoading = false
///   $0.books = ["Emma"]
/// }
/// try await test.finish()
/// ```
///
/// - Each step takes the state that it began with and is told how it changes; what comes of that must
///   be the whole next state.
/// - `.exhaustive`, the default, fails on a change that was not named, on an action that was not
///   received, and on an effect that still runs when the test is finished. With `.partial`, a step
///   names what must be so and leaves the rest open.
/// - A step waits for what happens, not for time to pass; its time limit only guards against a test
///   that hangs.
/// - What fails is thrown, as a ``TestCoreFailure``, so any test framework will do.
///
/// A test that ends without ``finish(fileID:line:)`` has not seen what was left. If something was, a
/// few lines on standard error say so.
///
/// Steps of one test core follow each other; two of them at once would take each other's actions. It
/// knows all reductions that begin after it was made.
public final class TestCore<Target: AsyncCore>: Sendable {
  /// The state of the core that is tested.
  public typealias State = Target.State

  /// The actions of the core that is tested.
  public typealias Action = Target.Action

  private struct Progress: Sendable {
    /// How many actions the test has sent.
    var steps: UInt64 = 0

    /// Whether it has been finished, or has failed.
    var isOver = false
  }

  /// The core under test.
  public let core: Target

  /// How much the test has to name.
  public let exhaustivity: Exhaustivity

  let timeout: Duration
  let inbox = Inbox<State, Action>()
  private let progress = Locked(Progress())
  private let stopListening: @Sendable () -> Void

  /// Begins a test.
  ///
  /// - Parameters:
  ///   - core: The core under test, best before anything was sent to it.
  ///   - exhaustivity: How much the test has to name.
  ///   - timeout: How much real time a step may take.
  public init(
    _ core: Target, _ exhaustivity: Exhaustivity = .exhaustive, timeout: Duration = .seconds(10)
  ) {
    self.core = core
    self.exhaustivity = exhaustivity
    self.timeout = timeout
    stopListening = core.transitions.listen { [inbox] transition in
      guard let transition else { return }
      // Effects inherit the number, but their actions are not the step's.
      let step = transition.cause == .action ? TestStep.current.get() : 0
      inbox.add(Inbox.Letter(transition: transition, step: step))
    }
  }

  deinit {
    stopListening()
    if exhaustivity == .exhaustive, !progress.withLock({ $0.isOver }) { reportWhatIsLeft() }
  }

  /// Hands an action to the core, and checks what it makes of it.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - change: Makes the expected state of the one before. With `.partial`, it is given the state that
  ///     came of it, and whatever it assigns must be so already.
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Throws: ``TestCoreFailure`` if another state came of it, or an error; if, with `.exhaustive`, actions
  ///   before it have not been received; or if it takes too long. What `change` throws.
  nonisolated(nonsending) public func send(
    _ action: Action, _ change: (inout State) throws -> Void = { _ in },
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    let step = Step(name: "send(\(action))", fileID: fileID, line: line)
    let transition = try await reduce(action, step)
    try check(transition, change, step)
  }

  /// Hands an action to the core whose reduction must throw.
  ///
  /// The state stays as it was, and the core's `handleError` has been called.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - type: The type of the error.
  ///   - fileID: Where the step is; leave it out.
  ///   - line: Where the step is; leave it out.
  /// - Returns: The error.
  /// - Throws: ``TestCoreFailure`` if it throws nothing, or something else; else as without `throws:`.
  @discardableResult
  nonisolated(nonsending) public func send<Failure: Error>(
    _ action: Action, throws type: Failure.Type, fileID: String = #fileID, line: Int = #line
  ) async throws -> Failure {
    let step = Step(name: "send(\(action))", fileID: fileID, line: line)
    let transition = try await reduce(action, step)
    return try thrownError(transition, type, step)
  }

  /// Reduces an action of the test.
  private nonisolated(nonsending) func reduce(
    _ action: Action, _ step: Step
  ) async throws -> Transition<State, Action> {
    let number = progress.withLock { progress in
      progress.steps += 1
      return progress.steps
    }
    // In a task of its own, so that a reducer that hangs does not make the test hang.
    let task = TestStep.current.withValue(number) {
      OwnTask.start { [core, inbox] in
        await core.action(action)
        inbox.noteEnd(ofStep: number)
      }
    }
    let index = try await inbox.first(within: timeout) { content -> Int? in
      guard content.finishedStep >= number else { return nil }
      return content.letters.firstIndex { $0.step == number }
    }
    guard let index else {
      task.cancel()
      throw failure(
        step,
        """
        \(step.name) has not come to an end within \(timeout): its reducer, or an action before it, \
        still waits for something.
        """)
    }
    let letters = inbox.content.letters
    if exhaustivity == .exhaustive, index > 0 {
      throw failure(
        step,
        """
        Before \(step.name) there were actions that the test has not received:
        \(list(letters[..<index]))
        Receive each of them in a step of its own, `try await test.receive(…)`, or make the test `.partial`.
        """)
    }
    inbox.take(at: index)
    return letters[index].transition
  }

  /// What a step fails with. Nothing more is expected of the test then.
  func failure(_ step: Step, _ message: String) -> TestCoreFailure {
    end()
    return TestCoreFailure(message: message, fileID: step.fileID, line: step.line)
  }

  /// Notes that the test is over.
  func end() {
    progress.withLock { $0.isOver = true }
  }
}
