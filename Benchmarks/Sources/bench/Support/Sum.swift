/// What subscribers add to, so that no delivery can be left out.
final class Sum {
  // Safe: used on one thread, and never by two at once.
  @exclusivity(unchecked) private(set) var total = 0

  @inline(__always)
  func add(_ value: Int) { total &+= value }

  /// The total since the last call.
  func take() -> Int {
    defer { total = 0 }
    return total
  }
}
