/// A table for a terminal: two lines a workload, ours and below it each limit.
public struct Table: Sendable {
  private static let header = ["workload", "", "median", "min", "p90", "ratio", "at most", ""]

  private var rows: [[String]] = [header]

  public init(_ outcomes: [Outcome]) {
    for outcome in outcomes { append(outcome) }
  }

  private mutating func append(_ outcome: Outcome) {
    let unit = outcome.unit
    let ours = outcome.ours
    let isTooMuch = outcome.atMost.map { ours.median > $0 } ?? false
    rows.append(
      [outcome.workload, "CoreEngine"] + figures(ours, unit) + [
        "", outcome.atMost.map { figure($0, unit) } ?? "", isTooMuch ? "MISSED" : "",
      ])
    for limit in outcome.limits {
      let ratio = ours.ratio(to: limit.samples)
      let isMissed = ratio.flatMap { ratio in limit.atMost.map { ratio > $0 } } ?? false
      rows.append(
        ["", limit.name] + figures(limit.samples, unit) + [
          ratio.map { "\(decimal($0))x" } ?? "-", limit.atMost.map { "\(decimal($0))x" } ?? "",
          isMissed ? "MISSED" : "",
        ])
    }
  }

  private func figures(_ samples: Samples, _ unit: Outcome.Unit) -> [String] {
    [samples.median, samples.min, samples.p90].map { figure($0, unit) }
  }

  private func figure(_ value: Double, _ unit: Outcome.Unit) -> String {
    "\(decimal(value)) \(unit.rawValue)"
  }

  public var text: String {
    let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max()! }
    return rows.map { row in
      var line = ""
      for (column, (cell, width)) in zip(row, widths).enumerated() {
        let padding = String(repeating: " ", count: width - cell.count)
        line += (2..<7).contains(column) ? padding + cell : cell + padding
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
