/// The ratio of ours to the limit, a bar a workload, on a logarithmic axis: left of 1 is faster, and a
/// dashed mark stands at what is promised.
public struct BarChart: Sendable {
  struct Bar: Sendable {
    var label: String
    var ratio: Double
    var atMost: Double?
  }

  private static let rowHeight = 22.0
  private static let characterWidth = 7.0
  private static let plotWidth = 420.0
  private static let valueWidth = 80.0
  private static let top = 66.0

  private let title: String
  let bars: [Bar]

  /// - Parameter outcomes: A bar is made of each limit to which there is a ratio.
  public init(title: String, _ outcomes: [Outcome]) {
    self.title = title
    bars = outcomes.flatMap { outcome in
      outcome.limits.compactMap { limit in
        guard let ratio = outcome.ours.ratio(to: limit.samples), ratio > 0 else { return nil }
        return Bar(
          label: "\(outcome.workload) : \(limit.name)", ratio: ratio, atMost: limit.atMost)
      }
    }
  }

  /// Room for the longest label: letters of the size used are narrower than this, most of them.
  private var labelWidth: Double {
    Double(bars.map(\.label.count).max() ?? 0) * Self.characterWidth + 20
  }

  public var svg: String {
    let height = Self.top + Double(bars.count) * Self.rowHeight + 60
    let left = labelWidth
    let right = left + Self.plotWidth
    let bottom = height - 50
    let scale = LogScale(bars.flatMap { [$0.ratio, $0.atMost ?? 1, 1] }, from: left, to: right)
    var svg = SVG(width: right + Self.valueWidth, height: height, title: title)
    svg.text(title, x: 16, y: 26, style: "heading")
    svg.text(
      "workload : limit; dashed: promised at most", x: 16, y: 46, style: "faint")
    for tick in scale.ticks {
      let x = scale.position(tick)
      svg.line([(x, Self.top - 6), (x, bottom)], style: "grid")
      svg.text("\(axisLabel(tick))x", x: x, y: bottom + 18, anchor: .middle, style: "faint")
    }
    let one = scale.position(1)
    for (index, bar) in bars.enumerated() {
      let y = Self.top + Double(index) * Self.rowHeight
      draw(bar, y: y, from: one, scale, into: &svg)
      svg.text(bar.label, x: left - 10, y: y + 13, anchor: .end)
      svg.text("\(decimal(bar.ratio))x", x: right + 64, y: y + 13, anchor: .end)
    }
    svg.line([(one, Self.top - 6), (one, bottom)], style: "one")
    svg.text(
      "time or memory, relative to the hand-written limit (log scale; less is better)",
      x: (left + right) / 2, y: bottom + 38, anchor: .middle)
    return svg.document
  }

  private func draw(_ bar: Bar, y: Double, from one: Double, _ scale: LogScale, into svg: inout SVG)
  {
    let x = scale.position(bar.ratio)
    let isMissed = bar.atMost.map { bar.ratio > $0 } ?? false
    let promise = bar.atMost.map { ", promised at most \(decimal($0))x" } ?? ""
    svg.rectangle(
      x: min(x, one), y: y + 2, width: max(abs(x - one), 1), height: Self.rowHeight - 7,
      style: isMissed ? "missed" : "kept", tooltip: "\(bar.label): \(decimal(bar.ratio))x\(promise)"
    )
    if let atMost = bar.atMost {
      let mark = scale.position(atMost)
      svg.line([(mark, y), (mark, y + Self.rowHeight - 3)], style: "promise")
    }
  }
}
