/// Tells memory that grows from memory that goes up and down.
///
/// The first readings say how much is normal. Memory grows if several readings in a row, all of the
/// last ones, are above that: what is leaked does not come down again.
struct MemoryWatch {
  static let firstReadings = 10
  static let lastReadings = 10

  /// How much more, in kilobytes, is still no growth: a tenth, and what the allocator may keep.
  static func tolerance(of normal: Int) -> Int { normal / 10 + 4_096 }

  private var readings: [Int] = []
  private var normal = 0

  /// Takes a reading.
  ///
  /// - Parameter kilobytes: How much memory is in use.
  /// - Returns: By how much the memory has grown, if it has.
  mutating func growth(at kilobytes: Int) -> Int? {
    if readings.count < Self.firstReadings {
      normal = max(normal, kilobytes)
      readings.append(kilobytes)
      return nil
    }
    readings.append(kilobytes)
    guard readings.count >= Self.firstReadings + Self.lastReadings else { return nil }
    let least = readings.suffix(Self.lastReadings).min()!
    readings.removeFirst(readings.count - Self.firstReadings - Self.lastReadings)
    let growth = least - normal
    return growth > Self.tolerance(of: normal) ? growth : nil
  }
}
