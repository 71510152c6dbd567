import TestSupport
import Testing

/// Short random programs, run by the real subjects and by a model of a page. Everybody subscribes,
/// cancels, sends, ends and is released from inside each other; there is one history of it all. `Fuzz/`
/// runs the same for as long as one likes.
@Suite struct ModelTests {
  @Test(arguments: [true, false])
  func `Subjects do what the model does`(replays: Bool) {
    for seed in 0..<2_000 as Range<UInt64> {
      let difference = SubjectWorld.difference(replays: replays) {
        SeededChooser(seed: seed, decisions: 60)
      }
      if let difference {
        Issue.record("Seed \(seed): \(difference)")
        return
      }
    }
  }
}
