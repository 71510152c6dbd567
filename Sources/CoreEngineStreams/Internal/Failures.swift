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

/// Stops the program because an operator was given a negative count or duration.
///
/// - Parameters:
///   - argument: What it was given.
///   - call: The operator, as its user writes it.
@usableFromInline
func failForNegative(_ argument: some Any, in call: StaticString) -> Never {
  fatalError(
    """
    CoreEngine: \(call) was given a negative argument: \(argument). Nothing can be negative in \
    number or in length; pass zero or more, or `max(…)` of zero and what was computed.
    """)
}
