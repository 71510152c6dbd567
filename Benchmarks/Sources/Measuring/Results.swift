/// The results as files: charts, and a page that shows them with the table and where they come from.
public struct Results: Sendable {
  public struct Origin: Sendable {
    public var machine: String
    public var toolchain: String
    public var commit: String

    public init(machine: String, toolchain: String, commit: String) {
      self.machine = machine
      self.toolchain = toolchain
      self.commit = commit
    }
  }

  private let outcomes: [Outcome]
  private let origin: Origin

  public init(_ outcomes: [Outcome], origin: Origin) {
    self.outcomes = outcomes
    self.origin = origin
  }

  /// Names and contents; the page is `results.md`.
  public var files: [(name: String, text: String)] {
    let bars = barCharts
    let lines = LineChart.charts(of: outcomes).map { chart in
      (name: "cost-\(fileName(chart.title)).svg", title: chart.title, svg: chart.svg)
    }
    return [
      ("results.md", page(bars.map { ($0.name, $0.title) }, lines.map { ($0.name, $0.title) }))
    ]
      + bars.map { ($0.name, $0.svg) } + lines.map { ($0.name, $0.svg) }
  }

  /// One a group; the group is what stands before the first slash.
  private var barCharts: [(name: String, title: String, svg: String)] {
    var groups: [String] = []
    for outcome in outcomes where !groups.contains(group(outcome)) { groups.append(group(outcome)) }
    return groups.compactMap { name in
      let title = "CoreEngine beside its hand-written limits: \(name)"
      let chart = BarChart(title: title, outcomes.filter { group($0) == name })
      return chart.bars.isEmpty ? nil : ("ratio-\(fileName(name)).svg", title, chart.svg)
    }
  }

  private func group(_ outcome: Outcome) -> String {
    String(outcome.workload.prefix { $0 != "/" })
  }

  private func fileName(_ title: String) -> String {
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.joined(separator: "-")
  }

  private func page(_ charts: [(String, String)]...) -> String {
    let pictures = charts.joined().map { "![\($1)](\($0))" }.joined(separator: "\n\n")
    let rounds = outcomes.map(\.ours.values.count).max() ?? 0
    return """
      # Results

      Written by `swift run -c release --package-path Benchmarks bench --plot Benchmarks`; what the
      workloads and their limits are is said in [README.md](README.md).

      | | |
      |---|---|
      | machine | \(origin.machine) |
      | toolchain | \(origin.toolchain) |
      | commit | \(origin.commit) |
      | rounds | up to \(rounds), contenders in turns |

      ## Pictures

      \(pictures)

      ## Figures

      Each first line is CoreEngine, those below are its limits. A ratio is the median of the rounds'
      ratios.

      ```
      \(Table(outcomes).text)
      ```

      """
  }
}
