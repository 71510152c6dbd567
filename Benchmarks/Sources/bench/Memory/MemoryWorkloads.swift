import Measuring

extension Workload {
  /// Peak memory, each figure from a child process.
  static var memory: [Workload] {
    let kept = SleeperProbes.actions
    return [
      memory(
        "no subscriber", SleeperProbes.nobody, atMost: 64 * 1_024,
        ("actor method awaiting an async one", SleeperProbes.plain)),
      memory(
        "sleeping subscriber .latest", SleeperProbes.latest, atMost: 2 * 1_024 * 1_024,
        ("newest-1 mailbox", SleeperProbes.newest)),
      memory(
        "sleeping subscriber .every, a state", SleeperProbes.every, operations: kept, atMost: 48,
        ("unbounded mailbox", SleeperProbes.unbounded), ("AsyncStream", SleeperProbes.stream)),
    ]
      + [1_000, 100_000].flatMap { count in
        [
          memory(
            "idle AsyncCore, each of \(count)", IdleProbes.asyncCore(count), operations: count,
            atMost: 400, ("actor", IdleProbes.actor(count))),
          memory(
            "idle PublisherCore, each of \(count)", IdleProbes.publisherCore(count),
            operations: count, ("class", IdleProbes.object(count))),
          memory(
            "idle Core, each of \(count)", IdleProbes.core(count), operations: count,
            ("class", IdleProbes.object(count))),
        ]
      }
  }

  private static func memory(
    _ name: String, _ probe: MemoryProbe, operations: Int = 1, atMost: Double? = nil,
    _ limits: (name: String, probe: MemoryProbe)...
  ) -> Workload {
    Workload(name: "memory/\(name)", unit: .bytes, operations: operations, atMost: atMost) {
      [Contender(effort: .memory(probe))]
        + limits.map { Contender(name: $0.name, effort: .memory($0.probe)) }
    }
  }
}
