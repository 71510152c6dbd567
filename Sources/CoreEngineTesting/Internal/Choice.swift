/// Chooses who goes on next, as a seed wills.
///
/// Where all are alike, nobody is left waiting for long, and what takes that is never found. So each
/// seed has a habit: half of them have none, and a quarter each mostly choose the one that came last,
/// or first.
struct Choice {
  private enum Habit {
    case none, last, first
  }

  private var generator: SplitMix
  private let habit: Habit

  init(seed: UInt64) {
    generator = SplitMix(seed: seed)
    habit =
      switch generator.next() % 4 {
      case 0: .last
      case 1: .first
      default: .none
      }
  }

  /// Chooses one of some.
  ///
  /// - Parameter count: How many there are, 1 at least; the one that came first is 0.
  mutating func next(of count: Int) -> Int {
    if count == 1 { return 0 }
    if habit != .none, !generator.next().isMultiple(of: 16) {
      return habit == .last ? count - 1 : 0
    }
    return Int(generator.next() % UInt64(count))
  }
}
