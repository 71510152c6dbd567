/// Stops the program because a value was used while it was being changed in place.
@usableFromInline
func failForValueInUse() -> Never {
  // Not a precondition: those lose their message in release builds.
  fatalError(
    """
    CoreEngine: a published value was read or set while it was being changed in place. Most likely \
    `reduce(into:action:)` used `state` or called `action` of its own core, or the argument of a \
    mutating call read the value that the call changes. Inside the reducer use its `inout` argument \
    only; send follow-up actions from an observer, from an effect, or after `action` has returned.
    """)
}

/// Stops the program because an operator of time was given a duration that means nothing.
///
/// - Parameters:
///   - name: What the duration is for.
///   - duration: The duration.
func requireDuration<Duration: DurationProtocol>(_ name: StaticString, _ duration: Duration) {
  if duration >= .zero { return }
  fatalError(
    """
    CoreEngine: \(name) was given \(duration), and time does not run backwards. Pass a duration that \
    is zero or more.
    """)
}

/// Stops the program because an operator was given a number that means nothing.
///
/// - Parameters:
///   - name: What the number is called.
///   - count: The number.
///   - minimum: The least that it may be.
@usableFromInline
func failForCount(_ name: StaticString, _ count: Int, atLeast minimum: Int) -> Never {
  fatalError(
    """
    CoreEngine: \(name) is \(count), and must be at least \(minimum). Pass a number that is not \
    less, or leave the operator out where there is nothing to do.
    """)
}
