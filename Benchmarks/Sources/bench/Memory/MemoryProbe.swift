/// A program that a child process runs to find out how much memory something takes.
struct MemoryProbe: Sendable {
  var name: String
  /// Returns the bytes, divided by nothing yet.
  var run: @Sendable () async -> Int

  static let all = SleeperProbes.all + IdleProbes.all
}
