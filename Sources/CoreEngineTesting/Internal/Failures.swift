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
