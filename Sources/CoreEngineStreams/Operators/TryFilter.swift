extension Publisher {
  /// Passes on the values that satisfy a condition, which may throw and so end the publisher.
  ///
  ///     input     --"4"--"3"--"2"--"x"--"8"--|
  ///     tryFilter { try parse($0).isMultiple(of: 2) }
  ///     output    --"4"-------"2"---X(not a number)
  ///
  /// - Parameter isIncluded: Called once for each value. If it throws, this publisher's
  ///   subscription is cancelled, and then the error becomes the failure.
  /// - Returns: A publisher of the values for which it is true, which ends as this one does or with
  ///   what was thrown.
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryCompactMap<Self, Output> {
    tryCompactMap { try isIncluded($0) ? $0 : nil }
  }
}
