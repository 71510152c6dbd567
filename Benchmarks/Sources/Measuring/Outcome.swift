/// What came out of one workload.
public struct Outcome: Equatable, Sendable, Codable {
  public enum Unit: String, Sendable, Codable {
    case nanoseconds = "ns"
    case bytes = "B"
  }

  /// A hand-written program that does the same, measured in the same rounds.
  public struct Limit: Equatable, Sendable, Codable {
    public var name: String
    public var samples: Samples
    /// The ratio that ours must not exceed, if that is promised.
    public var atMost: Double?

    public init(name: String, samples: Samples, atMost: Double? = nil) {
      self.name = name
      self.samples = samples
      self.atMost = atMost
    }
  }

  public var workload: String
  public var unit: Unit
  /// What a figure is divided by: states, deliveries, cores.
  public var operations: Int
  public var ours: Samples
  public var limits: [Limit]
  /// The figure that ours must not exceed, if that is promised.
  public var atMost: Double?

  public init(
    workload: String, unit: Unit = .nanoseconds, operations: Int, ours: Samples, limits: [Limit],
    atMost: Double? = nil
  ) {
    self.workload = workload
    self.unit = unit
    self.operations = operations
    self.ours = ours
    self.limits = limits
    self.atMost = atMost
  }

  /// Whether ours keeps all that is promised of it.
  public var holds: Bool {
    let figure = atMost.map { ours.median <= $0 } ?? true
    return figure
      && limits.allSatisfy { limit in
        guard let atMost = limit.atMost, let ratio = ours.ratio(to: limit.samples) else {
          return true
        }
        return ratio <= atMost
      }
  }
}
