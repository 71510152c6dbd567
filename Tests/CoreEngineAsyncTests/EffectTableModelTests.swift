import TestSupport
import Testing

/// The table against a list that is searched from the beginning each time. `Fuzz/` runs the same for as
/// long as one likes.
@Suite(.timeLimit(.minutes(10))) struct EffectTableModelTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `The table does what the list does`(seed: UInt64) {
    for seed in (seed * 20)..<(seed * 20 + 20) {
      let chooser = SeededChooser(seed: seed, decisions: 2_000)
      if let difference = EffectTableComparison.difference(chooser) {
        Issue.record("Seed \(seed): \(difference)")
        return
      }
    }
  }
}
