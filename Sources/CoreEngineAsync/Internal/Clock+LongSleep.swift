extension Clock<Duration> {
  /// Sleeps for a duration, however long it is.
  ///
  /// The clocks of the standard library stop the program if the end is later than they can tell.
  func sleep(forAnyTime duration: Duration) async throws {
    try await sleep(for: min(duration, .seconds(Int64.max / 4)))
  }
}
