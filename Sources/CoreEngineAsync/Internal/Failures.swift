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
