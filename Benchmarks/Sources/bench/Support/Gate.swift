import Measuring

/// Runs what `scripts/bench-gate.sh` counts the instructions of: ours of a workload that keeps
/// to one thread, once.
enum Gate {
  static let option = "--gate"

  /// Without a name, lists the workloads; else runs that one.
  static func run(_ arguments: [String]) throws {
    // Those of a million increments do the same as those of 100,000.
    let workloads = Workload.all.filter { $0.unit == .nanoseconds && $0.operations < 1_000_000 }
    guard let name = arguments.first else {
      for workload in workloads where body(workload) != nil { print(workload.name) }
      return
    }
    guard let workload = workloads.first(where: { $0.name == name }), let body = body(workload)
    else { throw Arguments.Misuse(message: "there is no workload '\(name)' to count") }
    let count = countedRound(body)
    print(count * workload.operations)
  }

  private static func body(_ workload: Workload) -> (() -> Void)? {
    switch workload.contenders()[0].effort {
    case .sync(let body): body
    case .async(let body) where workload.isOneTask: { InlineExecutor.run { _ = await body() } }
    case .async, .main, .memory: nil
    }
  }

  /// The script knows it by this name: it counts what happens in here, and nothing else.
  ///
  /// - Returns: 1. A function that ends with a call would be left by a jump, which is not noticed.
  @inline(never)
  private static func countedRound(_ body: () -> Void) -> Int {
    body()
    return 1
  }
}
