/// Where an expectation has what it looks at from.
struct Source<Element: Sendable>: Sendable {
  /// All that has come so far.
  let history: @Sendable () -> [Element]

  /// Begins to tell somebody when there may be more, from any thread; returns what ends that.
  let watch: @Sendable (Patience) -> @Sendable () -> Void
}
