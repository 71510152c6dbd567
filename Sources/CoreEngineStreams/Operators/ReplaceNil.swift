extension Publisher {
  /// Replaces each `nil` by a value.
  ///
  ///     input   --1--nil--3--|
  ///     replaceNil(with: 0)
  ///     output  --1---0---3--|
  ///
  /// - Parameter output: The value to publish instead of `nil`.
  /// - Returns: A publisher of values that are not optional, which ends as this one does.
  @inlinable
  public func replaceNil<Wrapped>(
    with output: Wrapped
  ) -> Publishers.Map<Self, Wrapped> where Output == Wrapped? {
    map { $0 ?? output }
  }
}
