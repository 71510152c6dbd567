/// 10,000 states, until every subscriber has seen the last of them.
struct FanOut: Sendable {
  var subscribers: Int
  var states = 10_000

  /// - Parameters:
  ///   - act: Makes one state more.
  ///   - subscribe: What the subscriber with that number does: it notes each state, and returns when
  ///     `note` says that this was the last.
  /// - Returns: How long it took from the first action on; all have seen the state before that.
  func measure(
    act: @escaping @Sendable () async -> Void,
    subscribe: @escaping @Sendable (_ number: Int, _ witness: Witness) async -> Void
  ) async -> Duration {
    let ready = Latch(subscribers)
    let done = Latch(subscribers)
    for number in 0..<subscribers {
      Task.detached { [states] in
        await subscribe(number, Witness(last: states, ready: ready))
        done.arrive()
      }
    }
    await ready.wait()
    return await ContinuousClock().measure {
      for _ in 0..<states { await act() }
      await done.wait()
    }
  }

  /// What a subscriber calls with each state.
  struct Witness: Sendable {
    var last: Int
    var ready: Latch

    /// - Returns: Whether this was the last state.
    func note(_ state: Count) -> Bool {
      if state.count == 0 { ready.arrive() }
      return state.count == last
    }
  }
}
