/// Stops the program because two cores use one store.
///
/// - Parameter core: The type of the second core.
@usableFromInline
func failForSharedStore(_ core: Any.Type) -> Never {
  // Not a precondition: those lose their message in release builds.
  fatalError(
    """
    CoreEngine: a second core, of type \(core), uses the AsyncCoreStore of another one. A store \
    belongs to the one core that it was made for: give each core its own, with \
    `AsyncCoreStore(initialState:)` in its `init`.
    """)
}

/// Stops the program because a duration is negative.
func failForNegative(_ duration: Duration, _ what: String, _ function: String) -> Never {
  fatalError(
    """
    CoreEngine: \(function) was given a negative \(what), \(duration). Give it a duration of zero or more.
    """)
}

/// Stops the program because an effect may not even be tried once.
func failForAttempts(_ attempts: Int) -> Never {
  fatalError(
    """
    CoreEngine: RetryPolicy.attempts(_:backoff:random:) was given \(attempts) attempts. The first one counts, \
    so give it 1 or more.
    """)
}

/// Stops the program because a backoff makes no sense.
func failForBackoff(_ kind: String, _ fault: String) -> Never {
  fatalError(
    """
    CoreEngine: RetryPolicy.Backoff.\(kind) was given \(fault). A delay is zero or more; what grows begins above \
    zero, with a finite factor of 1 or more, a cap not below the first delay, and a jitter from 0 to 1.
    """)
}

/// Stops the program because the source of chance of a retry policy is none.
func failForRandom(_ number: Double, _ range: ClosedRange<Double>) -> Never {
  fatalError(
    """
    CoreEngine: the random of a RetryPolicy returned \(number) when it was asked for a number in \(range). Return \
    one in that range, as `Double.random(in:)` does.
    """)
}

/// Stops the program because something waits for a reduction from inside of it.
func failForWaitInside(_ what: String) -> Never {
  fatalError(
    """
    CoreEngine: \(what) was awaited inside a reduction, or handleError, of the core that it waits for. It would \
    wait for itself: await it outside, or in a Task.detached, which is no part of the reduction.
    """)
}
