/// What time limits in tests have to reckon with: a machine that has more to run than it can.
enum BusyMachine {
  /// Lets go on what is ready by now, and what that sets going, for some thirty steps each.
  ///
  /// On a machine that is busy with other tests, a limit passes although nothing hangs. Every yield goes
  /// to the end of the queue of its priority, so that it takes as long as that is, and next to nothing
  /// if it is empty. What runs at a lower priority, or on an executor of its own, has the limit alone.
  static func catchUp() async {
    for _ in 0..<32 { await Task.yield() }
  }
}
