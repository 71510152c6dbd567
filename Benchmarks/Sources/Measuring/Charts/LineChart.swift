/// What an operation costs, against a number that the workload's name ends in: that of subscribers.
public struct LineChart: Sendable {
  struct Series: Sendable {
    var name: String
    /// A value for each of `sizes`.
    var values: [Double]
  }

  private static let width = 720.0
  private static let height = 420.0
  private static let (left, right, top, bottom) = (80.0, 690.0, 100.0, 350.0)

  public let title: String
  let sizes: [Int]
  let series: [Series]
  private let unit: Outcome.Unit

  /// A chart of each group of workloads that differ only in the number at the end, if that takes
  /// three values or more.
  public static func charts(of outcomes: [Outcome]) -> [LineChart] {
    var stems: [String] = []
    var groups: [String: [(size: Int, outcome: Outcome)]] = [:]
    for outcome in outcomes {
      guard let slash = outcome.workload.lastIndex(of: "/"),
        let size = Int(outcome.workload[outcome.workload.index(after: slash)...])
      else { continue }
      let stem = String(outcome.workload[..<slash])
      if groups[stem] == nil { stems.append(stem) }
      groups[stem, default: []].append((size, outcome))
    }
    return stems.compactMap { stem in
      let group = groups[stem]!.sorted { $0.size < $1.size }
      return group.count >= 3 ? LineChart(title: stem, group) : nil
    }
  }

  private init(title: String, _ group: [(size: Int, outcome: Outcome)]) {
    self.title = title
    unit = group[0].outcome.unit
    sizes = group.map(\.size)
    let limits = group[0].outcome.limits.indices.map { index in
      Series(
        name: group[0].outcome.limits[index].name,
        values: group.map { $0.outcome.limits[index].samples.median })
    }
    series = [Series(name: "CoreEngine", values: group.map(\.outcome.ours.median))] + limits
  }

  public var svg: String {
    var svg = SVG(width: Self.width, height: Self.height, title: title)
    svg.text(title, x: 16, y: 26, style: "heading")
    let scale = LogScale(series.flatMap(\.values), from: Self.bottom, to: Self.top)
    drawAxes(scale, into: &svg)
    for (index, series) in series.enumerated() { draw(series, index, scale, into: &svg) }
    return svg.document
  }

  private func x(_ index: Int) -> Double {
    Self.left + 30 + Double(index) * (Self.right - Self.left - 60) / Double(sizes.count - 1)
  }

  private func drawAxes(_ scale: LogScale, into svg: inout SVG) {
    for tick in scale.ticks {
      let y = scale.position(tick)
      svg.line([(Self.left, y), (Self.right, y)], style: "grid")
      svg.text(
        axisLabel(tick), x: Self.left - 8, y: y + 4, anchor: .end, style: "faint")
    }
    for (index, size) in sizes.enumerated() {
      svg.text("\(size)", x: x(index), y: Self.bottom + 20, anchor: .middle, style: "faint")
    }
    svg.text(
      "subscribers", x: (Self.left + Self.right) / 2, y: Self.bottom + 46, anchor: .middle)
    svg.text(
      "\(unit.rawValue) per operation (log scale)", x: 24, y: (Self.top + Self.bottom) / 2,
      anchor: .middle, isVertical: true)
  }

  private func draw(_ series: Series, _ index: Int, _ scale: LogScale, into svg: inout SVG) {
    let points = series.values.enumerated().map { (x: x($0), y: scale.position($1)) }
    svg.line(points, style: "series s\(index)")
    for ((x, y), (size, value)) in zip(points, zip(sizes, series.values)) {
      svg.dot(
        x: x, y: y, style: "dot s\(index)",
        tooltip: "\(series.name), \(size): \(decimal(value)) \(unit.rawValue)")
    }
    let legend = 50 + Double(index) * 16
    svg.line([(Self.left, legend), (Self.left + 30, legend)], style: "series s\(index)")
    svg.text(series.name, x: Self.left + 38, y: legend + 4)
  }
}
