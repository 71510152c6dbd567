public import CoreEngineAsync
public import CoreEngineKernel
public import CoreEngineStreams
public import CoreEngineSync

/// The states of a core, from the one that it has now on: all of them, each once, in order.
///
/// ```swift
/// let recorder = StateRecorder(core)
/// await core(.increase, .increase)
/// print(recorder.history.map(\.count))  // prints [0, 1, 2]
/// ```
///
/// - It takes an ``AsyncCore``, a ``Core`` or `PublisherCore` whose state is `@Published`, a publisher
///   of states, or is told by hand.
/// - What has been stored has been recorded: once `action` has returned, the state that it made is there.
/// - A state that equals the one before it is left out.
/// - It does not keep the core alive, and a core that nobody records pays nothing.
///
/// It records as long as it lives, and keeps what it has recorded.
public final class StateRecorder<State: CoreState>: Sendable {
  private let subject: String
  private let source: Source<State>
  /// What is told to it; `nil` if it reads by itself.
  private let recording: Recording<State>?
  private let token: AnyCancellable?

  private init(
    _ subject: String, _ source: Source<State>, _ recording: Recording<State>?,
    _ token: AnyCancellable?
  ) {
    self.subject = subject
    self.source = source
    self.recording = recording
    self.token = token
  }

  /// Records the states of an actor.
  ///
  /// - Parameter core: Whose states.
  public convenience init<Source: AsyncCore>(_ core: Source) where Source.State == State {
    self.init("\(Source.self)", StateReading(core.states).source, nil, nil)
  }

  /// Records the states of a class whose state is `@Published`, as that of a `PublisherCore` is.
  ///
  /// The property is found by reflection. Where that has been stripped from the program, give it the
  /// publisher: `StateRecorder(core.$state)`.
  ///
  /// - Parameter core: Whose states.
  /// - Precondition: `state` is `@Published`. Nothing tells of the changes of another property: make the
  ///   recorder with ``init(initialState:)`` and tell it from a `didSet`.
  public convenience init<Source: Core>(_ core: Source) where Source.State == State {
    guard let publisher = core.publishedState else { failForUnobservable(Source.self) }
    self.init("\(Source.self)", publisher)
  }

  /// Records what a publisher publishes: `StateRecorder(core.$state)`.
  ///
  /// It stays in the isolation in which this is called, as every subscription does.
  ///
  /// - Parameter publisher: A publisher of states.
  public convenience init<Source: Publisher>(_ publisher: Source)
  where Source.Output == State, Source.Failure == Never {
    self.init("\(Source.self)", publisher)
  }

  private convenience init<Source: Publisher>(_ subject: String, _ publisher: Source)
  where Source.Output == State, Source.Failure == Never {
    let recording = Recording<State>()
    let token = publisher.sink(
      receiveCompletion: { _ in recording.end("the publisher has completed") },
      receiveValue: { recording.appendIfNew($0) })
    self.init(subject, recording.source, recording, token)
  }

  /// Makes a recorder that is told: for a core that nothing else can observe.
  ///
  /// ```swift
  /// import CoreEngineSync
  ///
  /// final class Tally: Core {
  ///   let recorder = StateRecorder(initialState: 0)
  ///   var state = 0 { didSet { recorder.record(state) } }
  ///
  ///   func reduce(state: Int, action: Int) -> Int { state + action }
  /// }
  /// ```
  ///
  /// - Parameter initialState: The first state.
  public convenience init(initialState: State) {
    let recording = Recording<State>()
    recording.append(initialState)
    self.init("the recorder", recording.source, recording, nil)
  }

  /// What a core can show that nobody can observe: the state that it has.
  convenience init<Source: Core>(unobserved core: Source) where Source.State == State {
    let recording = Recording<State>()
    recording.append(core.state)
    recording.end("its state is not @Published, so that nothing says when it changes")
    self.init("\(Source.self)", recording.source, recording, nil)
  }

  /// Records a state, unless it equals the one before it.
  ///
  /// - Parameter state: The state that follows.
  /// - Precondition: The recorder was made with ``init(initialState:)``; others record by themselves.
  public func record(_ state: State) {
    guard let recording, token == nil else { failForRecordingTwice("\(State.self)") }
    recording.appendIfNew(state)
  }

  /// All states so far.
  public var history: [State] { source.history() }

  /// The newest state; `nil` only if a publisher has not published any.
  public var last: State? { history.last }

  /// How many states there have been.
  public var count: Int { history.count }

  /// Waits until there have been so many states.
  ///
  /// - Parameters:
  ///   - count: How many, the first one counted.
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  /// - Returns: All states so far, which may be more.
  /// - Throws: ``ExpectationFailure`` if they do not come.
  /// - Precondition: The limit is not negative.
  @discardableResult
  nonisolated(nonsending) public func history(
    _ count: Int, within limit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line
  ) async throws(ExpectationFailure) -> [State] {
    try await expectation("\(count) states", limit, clock, "\(fileID):\(line)")
      .wait(source, show: Self.text) { $0.count >= count ? .met($0) : .open }
  }

  private func expectation(
    _ expected: String, _ limit: Duration, _ clock: any Clock<Duration>, _ place: String
  ) -> Expectation<State> {
    Expectation(
      subject: subject, elements: "states", expected: expected, limit: limit, clock: clock,
      place: place)
  }

  private static func text(of state: State, after previous: State?) -> String {
    guard let previous else { return Rendering.text(of: state) }
    return Difference(from: previous, to: state)?.description ?? "(no difference to be seen)"
  }
}

// MARK: - Expecting

extension StateRecorder {
  /// Waits until a property has a value: that of the newest state, or of one that follows.
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
    let expected = "\(Rendering.text(ofPath: keyPath)) == \(Rendering.text(of: value))"
    return try await first(
      expectation(expected, limit, clock, "\(fileID):\(line)"),
      difference: { history in
        history.last.flatMap { Difference(from: $0[keyPath: keyPath], to: value)?.description }
      }, where: { $0[keyPath: keyPath] == value })
  }

  /// Waits until a state meets a condition: the newest one, or one that follows.
  ///
  /// ```swift
  /// let recorder = StateRecorder(core)
  /// try await recorder.expect { $0.items.count == 2 }
  /// ```
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
    try await first(
      expectation("a state that meets the condition", limit, clock, "\(fileID):\(line)"),
      difference: { _ in nil }, where: condition)
  }

  /// Waits until there have been exactly these states, from the first one on.
  ///
  /// It fails at once where a state is another one, or there are more. Of those that may still follow it
  /// knows nothing: settle the core first (`await core.settled()`) where none may.
  ///
  /// - Parameters:
  ///   - states: All states, the first one first.
  ///   - limit: How long it waits at most; guards against waiting for ever.
  ///   - clock: The clock of the limit.
  ///   - fileID: Where this is written; leave it out.
  ///   - line: Where this is written; leave it out.
  /// - Throws: ``ExpectationFailure`` if there are others, or too few.
  /// - Precondition: The limit is not negative.
  nonisolated(nonsending) public func expect(
    history states: [State], within limit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line
  ) async throws(ExpectationFailure) {
    let expected = expectation(
      "the history \(Rendering.text(of: states))", limit, clock, "\(fileID):\(line)")
    var known = 0
    try await expected.wait(source, show: Self.text) {
      history -> Expectation<State>.Verdict<Void> in
      for index in known..<min(history.count, states.count) {
        if history[index] == states[index] { continue }
        let difference = Difference(from: history[index], to: states[index])
        return .failed(
          "State \(index) is another one", ofElement: "state \(index)",
          difference: difference?.description)
      }
      known = min(history.count, states.count)
      if history.count > states.count {
        return .failed("There are more than \(states.count)")
      }
      return history.count == states.count ? .met(()) : .open
    }
  }

  nonisolated(nonsending) private func first(
    _ expectation: Expectation<State>, difference: ([State]) -> String?,
    where isMet: (State) -> Bool
  ) async throws(ExpectationFailure) -> State {
    // The newest one is the first to be looked at.
    var next: Int?
    return try await expectation.wait(source, show: Self.text, difference: difference) { history in
      for index in (next ?? max(0, history.count - 1))..<history.count {
        if isMet(history[index]) { return .met(history[index]) }
      }
      next = history.count
      return .open
    }
  }
}

extension Recording where Element: Equatable {
  /// Appends an element, unless it equals the last one. Not from several threads at once.
  func appendIfNew(_ element: Element) {
    if element != elements.last { append(element) }
  }
}
