extension Workload {
  static var all: [Workload] {
    [
      actions, sends, storm, asyncFanOut, memory,
    ].flatMap { $0 }
  }
}
