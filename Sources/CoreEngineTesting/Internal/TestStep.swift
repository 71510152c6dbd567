/// Which step of a ``TestCore`` the current task works for.
enum TestStep {
  /// Its number, or 0.
  static let current = TaskLocal<UInt64>(wrappedValue: 0)
}
