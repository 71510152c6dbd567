import Foundation

/// A number as people read it: three digits that count, all digits before the point.
public func decimal(_ value: Double) -> String {
  let size = abs(value)
  let places = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size < 0.1 ? 3 : 2
  return String(format: "%.\(places)f", locale: Locale(identifier: "en_US_POSIX"), value)
}

/// A power of ten as it stands at an axis, without zeros that say nothing.
func axisLabel(_ value: Double) -> String {
  value >= 1 ? String(format: "%.0f", value) : String(format: "%g", value)
}
