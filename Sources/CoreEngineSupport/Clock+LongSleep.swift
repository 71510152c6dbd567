extension Duration {
  /// A century, which nobody waits for.
  ///
  /// The clocks of the standard library stop the program if an end is later than they can tell, and where
  /// they can, the runtime may never release what waits for it.
  package static var longestWait: Duration { .seconds(3_155_760_000) }
}

extension Clock<Duration> {
  /// Sleeps for a duration, however long it is, but no longer than a century.
  package func sleep(forAnyTime duration: Duration) async throws {
    try await sleep(for: min(duration, .longestWait))
  }
}
