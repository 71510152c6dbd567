import CoreEngineTesting

/// A chooser that a seed decides for, a given number of times.
public final class SeededChooser: Chooser {
  private var generator: SplitMix
  private var left: Int

  public init(seed: UInt64, decisions: Int = 200) {
    generator = SplitMix(seed: seed)
    left = decisions
  }

  public var isExhausted: Bool { left == 0 }

  public func choose(_ count: Int) -> Int {
    guard left > 0 else { return 0 }
    left -= 1
    return Int(generator.next() % UInt64(count))
  }
}
