import CoreEngine

extension Workload {
  /// `send` from one task, until the last action has been reduced.
  static var sends: [Workload] {
    let n = 100_000
    return [
      Workload(name: "async/send", operations: n) {
        [
          .ours(async: {
            let core = CountingCore()
            return await ContinuousClock().measure {
              for _ in 1..<n { core.send(.increase) }
              await core.action(.increase)
              check(core.count == n)
            }
          }),
          .limit(
            "batch queue, async throwing reducer", atMost: 1.45,
            async: {
              let queue = BatchQueue(Count(), CountTo(last: n))
              return await ContinuousClock().measure {
                for _ in 0..<n { queue.send(.increase) }
                let last = await queue.lastState()
                check(last.count == n)
              }
            }),
        ]
      }
    ]
  }
}

private struct CountTo: BatchReducer {
  var last: Int

  @inline(never)
  func reduce(_ state: Count, _ action: Step) async throws -> Count { state.after(action) }

  func isLast(_ state: Count) -> Bool { state.count == last }
}
