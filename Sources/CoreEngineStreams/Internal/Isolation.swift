/// Stops the program if it is not in the isolation that a publisher was made for.
///
/// - Parameter isolation: Where the operator was called.
func requireIsolation(_ isolation: any Actor) {
  // Only what was taken around the compiler's checks gets here. Newer runtimes stop the program in
  // words of their own, older ones with these, in release builds, too.
  isolation.preconditionIsolated(
    """
    CoreEngine: a publisher that delivers in the isolation of an actor was used outside of it. \
    Subscribe to it, and send values through it, in the isolation in which `debounce`, `throttle`, \
    `delay`, `timeout` or `publisher()` was called.
    """)
}
