/// Two contenders that go through the same rounds, and must come to the same total in each.
final class Agreement {
  enum Side: Int { case ours, limit }

  private var totals: [[Int]] = [[], []]

  func note(_ total: Int, _ side: Side) {
    totals[side.rawValue].append(total)
    let round = totals[side.rawValue].count - 1
    let other = totals[1 - side.rawValue]
    if other.count > round { check(other[round] == total, "two contenders disagree") }
  }
}
