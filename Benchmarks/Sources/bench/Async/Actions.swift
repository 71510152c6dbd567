import CoreEngine

extension Workload {
  /// `await action`, one after the other.
  static var actions: [Workload] {
    let n = 50_000
    return [
      Workload(name: "async/action/pool", operations: n, isOneTask: true) {
        let core = CountingCore()
        let plain = PlainActor()
        return [
          .ours(async: {
            await ContinuousClock().measure {
              for _ in 0..<n { await core.action(.increase) }
            }
          }),
          .limit(
            "actor method awaiting an async one", atMost: 1.8,
            async: {
              await ContinuousClock().measure {
                for _ in 0..<n { await plain.action(.increase) }
              }
            }),
        ]
      },
      Workload(name: "async/action/main actor", operations: n / 10) {
        let core = CountingCore()
        let plain = PlainActor()
        return [
          Contender(
            effort: .main {
              await ContinuousClock().measure {
                for _ in 0..<n / 10 { await core.action(.increase) }
              }
            }),
          Contender(
            name: "actor method awaiting an async one", atMost: 1.8,
            effort: .main {
              await ContinuousClock().measure {
                for _ in 0..<n / 10 { await plain.action(.increase) }
              }
            }),
        ]
      },
    ]
  }
}
