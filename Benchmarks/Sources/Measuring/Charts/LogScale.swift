import Foundation

/// Places positive numbers on a logarithmic axis.
public struct LogScale: Equatable, Sendable {
  /// Powers of ten that hold everything between them, in order.
  public let ticks: [Double]
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double

  /// - Parameters:
  ///   - values: What must find a place; what is not positive finds it at the start.
  ///   - start: Where the axis begins, for the smallest.
  ///   - end: Where it ends.
  public init(_ values: some Sequence<Double>, from start: Double, to end: Double) {
    let exponents = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let first = (exponents.min() ?? 0).rounded(.down)
    let last = max((exponents.max() ?? 0).rounded(.up), first + 1)
    ticks = stride(from: first, through: last, by: 1).map { pow(10, $0) }
    low = first
    high = last
    self.start = start
    self.end = end
  }

  public func position(_ value: Double) -> Double {
    guard value > 0 else { return start }
    let share = (log10(value) - low) / (high - low)
    return start + (end - start) * min(max(share, 0), 1)
  }
}
