import Measuring

/// One line of the results: what CoreEngine does, and hand-written programs that do the same.
struct Workload {
  struct Contender {
    var name = "CoreEngine"
    /// The ratio of ours to this that is promised.
    var atMost: Double?
    var effort: Effort
  }

  enum Effort {
    /// Measured from outside, on the main thread.
    case sync(() -> Void)
    /// Measures itself, in a detached task.
    case async(@Sendable () async -> Duration)
    /// Measures itself on the main actor.
    case main(@MainActor () async -> Duration)
    /// Bytes, as a child process finds them.
    case memory(MemoryProbe)
  }

  var name: String
  var unit = Outcome.Unit.nanoseconds
  var operations: Int
  /// How often it is measured at least, if it takes long. Where once will do, there is no warming up.
  var fewestRounds = 5
  /// Whether ours, if it is asynchronous, is one task that starts no other.
  var isOneTask = false
  /// The figure that is promised.
  var atMost: Double?
  /// Makes what is measured, ours first, when it is its turn.
  var contenders: () -> [Contender]
}

extension Workload.Contender {
  static func ours(_ body: @escaping () -> Void) -> Self { Self(effort: .sync(body)) }

  static func limit(
    _ name: String, atMost: Double? = nil, _ body: @escaping () -> Void
  ) -> Self {
    Self(name: name, atMost: atMost, effort: .sync(body))
  }

  static func ours(async body: @escaping @Sendable () async -> Duration) -> Self {
    Self(effort: .async(body))
  }

  static func limit(
    _ name: String, atMost: Double? = nil, async body: @escaping @Sendable () async -> Duration
  ) -> Self {
    Self(name: name, atMost: atMost, effort: .async(body))
  }
}
