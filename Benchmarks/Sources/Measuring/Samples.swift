/// What was measured of one contender, a figure a round, in order of the rounds.
public struct Samples: Equatable, Sendable, Codable {
  public var values: [Double]

  public init(_ values: [Double] = []) { self.values = values }

  public var median: Double { percentile(50) }
  public var min: Double { percentile(0) }
  public var p90: Double { percentile(90) }

  /// The value below which `percent` of a hundred lie, interpolated between the two next to it.
  ///
  /// - Precondition: There is a value, and `percent` lies in 0...100.
  public func percentile(_ percent: Double) -> Double {
    precondition(!values.isEmpty, "no samples, hence no percentile")
    precondition((0...100).contains(percent), "a percentile lies in 0...100, not at \(percent)")
    let sorted = values.sorted()
    let position = percent / 100 * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
  }

  /// The median of the quotients round by round: what slows down one round slows down both, and
  /// drops out.
  ///
  /// - Returns: `nil` where the other's figures are zero.
  public func ratio(to other: Samples) -> Double? {
    precondition(values.count == other.values.count, "measured in the same rounds")
    guard other.values.allSatisfy({ $0 > 0 }) else { return nil }
    return Samples(zip(values, other.values).map { $0 / $1 }).median
  }
}
