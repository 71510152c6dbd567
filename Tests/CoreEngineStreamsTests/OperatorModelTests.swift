import TestSupport
import Testing

/// Random pipelines of all operators, effects and subjects, used from inside each other, against
/// ``Model``. `Fuzz/` runs the same for as long as one likes.
@Suite struct OperatorModelTests {
  @Test func `Random pipelines deliver what the model says, and release what they held`() {
    for seed in 0..<1_500 as Range<UInt64> {
      if let difference = StreamsWorld.difference({ SeededChooser(seed: seed) }) {
        Issue.record("Seed \(seed): \(difference)")
        return
      }
    }
  }
}
