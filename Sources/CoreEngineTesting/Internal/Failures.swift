/// Stops the program because time would run backwards.
///
/// - Parameters:
///   - function: What was called.
///   - duration: By how much, below zero.
func failForTimeBackwards(_ function: String, _ duration: Duration) -> Never {
  // Not a precondition: those lose their message in release builds.
  fatalError(
    """
    CoreEngineTesting: TestClock.\(function) would set the clock back by \(.zero - duration). Time only passes: \
    give it a duration of zero or more, or an instant that is not before `now`.
    """)
}

/// Stops the program because an expectation has less than no time.
func failForNegativeLimit(_ limit: Duration, _ place: String) -> Never {
  fatalError(
    """
    CoreEngineTesting: an expectation was given a negative limit, \(limit), at \(place). Give it a duration of \
    zero or more.
    """)
}

/// Stops the program because a core's state cannot be observed.
func failForUnobservable(_ core: Any.Type) -> Never {
  fatalError(
    """
    CoreEngineTesting: StateRecorder(core) was given a \(core), whose `state` is not `@Published`: nothing says \
    when it changes. Declare it `@Published var state`; or make the recorder with StateRecorder(initialState:) \
    and tell it with `record(_:)`, from a `didSet` of `state` for instance.
    """)
}

/// Stops the program because a recorder is told what it records by itself.
func failForRecordingTwice(_ state: String) -> Never {
  fatalError(
    """
    CoreEngineTesting: StateRecorder<\(state)>.record(_:) was called for a recorder that records a core, or a \
    publisher, by itself. Leave the call out, or make the recorder with StateRecorder(initialState:).
    """)
}

/// Stops the program because a test would test nothing.
func failForNoSeeds() -> Never {
  fatalError(
    """
    CoreEngine: withInterleavings(seeds:) was given no seeds, and would pass whatever the body does. Give it \
    a range, 0..<1_000 for instance.
    """)
}
