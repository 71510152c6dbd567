/// Stops the program because a test would test nothing.
func failForNoSeeds() -> Never {
  // Not a precondition: those lose their message in release builds.
  fatalError(
    """
    CoreEngine: withInterleavings(seeds:) was given no seeds, and would pass whatever the body does. Give it \
    a range, 0..<1_000 for instance.
    """)
}
