extension Workload {
  static var all: [Workload] {
    [
      increments, bigStates,
      fanOut, pipelines, subscriptions, effects,
      actions, sends, storm, asyncFanOut, asyncEffects,
      memory,
    ].flatMap { $0 }
  }
}
