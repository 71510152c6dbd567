/// What time limits in tests have to reckon with: a machine that has more to run than it can.
enum BusyMachine {
  /// Lets go on what is ready by now, and what that sets going, for some thirty steps each: in the pool,
  /// and in the isolation of the caller.
  ///
  /// On a machine that is busy with other tests, a limit passes although nothing hangs. Every yield goes
  /// to the end of the queue of its priority, and then to that of the caller's executor, so that it takes
  /// as long as those are, and next to nothing if they are empty. What runs at a lower priority, or on
  /// another executor, has the limit alone.
  nonisolated(nonsending) static func catchUp() async {
    for _ in 0..<32 {
      await Task.yield()
      // Also what makes the optimiser come back to the caller's executor between two yields.
      if Task.isCancelled { return }
    }
  }
}
