import Foundation

/// A number as people read it: three digits that count, all digits before the point.
public func decimal(_ value: Double) -> String {
  let size = abs(value)
  let places = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size < 0.1 ? 3 : 2
  return String(format: "%.\(places)f", locale: Locale(identifier: "en_US_POSIX"), value)
}
