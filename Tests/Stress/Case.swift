import CoreEngineTesting

/// Something that may hang, trap, overflow the stack or lose something, and must not.
struct Case: Sendable {
  /// One round, which returns how many operations it did. It draws from the generator alone.
  enum Body: Sendable {
    /// On a thread of its own.
    case thread(@Sendable (_ random: inout SplitMix) -> Int)
    case task(@Sendable (_ random: inout SplitMix) async -> Int)
  }

  let name: String
  let summary: String
  let body: Body

  init(_ name: String, _ summary: String, thread: @escaping @Sendable (inout SplitMix) -> Int) {
    self.name = name
    self.summary = summary
    body = .thread(thread)
  }

  init(
    _ name: String, _ summary: String, task: @escaping @Sendable (inout SplitMix) async -> Int
  ) {
    self.name = name
    self.summary = summary
    body = .task(task)
  }

  /// Those that must go well.
  static let all = [
    retryHandler, hundredThousand, hundredThousandActions, exclusivity, flatten, cancelRace,
    otherThread, alienLock, alienLockAsync, missedSubscription, cancelledBefore, resumedOnce,
    parked,
    coreGone, pool,
  ]

  /// Those that go wrong, by which it is seen that this would be noticed.
  static let wrong = [fails, traps, overflows, overflowsInTask, hangs, writes, cores]

  static func named(_ name: String) -> Case? { (all + wrong).first { $0.name == name } }

  static var list: String {
    let lines = all.map { "\($0.name)\n    \($0.summary)" }
    return lines.joined(separator: "\n")
  }
}
