import Foundation
import Testing

@testable import Measuring

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ChartTests {
  private static func outcome(
    _ workload: String, _ ours: Double, _ limits: (String, Double, Double?)...
  ) -> Outcome {
    Outcome(
      workload: workload, operations: 1, ours: Samples([ours]),
      limits: limits.map { .init(name: $0.0, samples: Samples([$0.1]), atMost: $0.2) })
  }

  private let outcomes = [
    outcome("sync/action", 2, ("call <plain> & \"simple\"", 1, 1.2), ("other", 4, nil)),
    outcome("sync/none", 2, ("nothing", 0, 1)),
    outcome("async/fan-out/1", 10, ("mailboxes", 20, 0.8)),
    outcome("async/fan-out/100", 30, ("mailboxes", 2_000, 0.8)),
    outcome("async/fan-out/10", 20, ("mailboxes", 200, 0.8)),
    outcome("async/two sizes/1", 1), outcome("async/two sizes/2", 1),
  ]

  @Test func `a bar chart has a bar for each limit to which there is a ratio`() {
    let chart = BarChart(title: "Ratios", outcomes)
    #expect(chart.bars.map(\.ratio) == [2, 0.5, 0.5, 0.015, 0.1])
    #expect(chart.svg.components(separatedBy: "<rect class=\"kept\"").count == 5)
    #expect(chart.svg.components(separatedBy: "<rect class=\"missed\"").count == 2)
    #expect(chart.svg.contains("promised at most 1.20x"))
  }

  @Test func `bars begin at 1 and end at the ratio`() {
    let svg = BarChart(title: "Ratios", [outcomes[0]]).svg
    // The labels have 37 letters at most, so the axis goes from 0.1 at 279 to 10 at 699, with 1 in
    // the middle.
    #expect(svg.contains("<rect class=\"missed\" x=\"489\" y=\"68\" width=\"63.2\""))
    #expect(svg.contains("<rect class=\"kept\" x=\"425.8\" y=\"90\" width=\"63.2\""))
  }

  @Test func `there is room for the longest label`() {
    func width(_ workload: String) -> Int? {
      let svg = BarChart(title: "Ratios", [Self.outcome(workload, 2, ("limit", 1, nil))]).svg
      return svg.firstMatch(of: /width="(\d+)"/).flatMap { Int($0.1) }
    }
    #expect(width("short") == 5 * 7 + 8 * 7 + 20 + 420 + 80)
    #expect(width(String(repeating: "a", count: 105)) == 105 * 7 + 8 * 7 + 20 + 420 + 80)
  }

  @Test func `a line chart is made of workloads that differ in the number at the end`() {
    let charts = LineChart.charts(of: outcomes)
    #expect(charts.map(\.title) == ["async/fan-out"])
    #expect(charts[0].sizes == [1, 10, 100])
    #expect(charts[0].series.map(\.name) == ["CoreEngine", "mailboxes"])
    #expect(charts[0].series.map(\.values) == [[10, 20, 30], [20, 200, 2_000]])
  }

  @Test func `charts say what their axes show, and in which unit`() {
    #expect(BarChart(title: "Ratios", outcomes).svg.contains(">1x</text>"))
    #expect(BarChart(title: "Ratios", outcomes).svg.contains("relative to the hand-written limit"))
    let lines = LineChart.charts(of: outcomes)[0].svg
    #expect(lines.contains(">subscribers</text>"))
    #expect(lines.contains(">ns per operation (log scale)</text>"))
  }

  @Test func `charts have colours for light and dark`() {
    for file in files where file.name.hasSuffix(".svg") {
      #expect(file.text.contains("@media (prefers-color-scheme: dark)"))
    }
  }

  @Test func `charts are well-formed, whatever the names hold`() {
    for file in files where file.name.hasSuffix(".svg") {
      #expect(XMLParser(data: Data(file.text.utf8)).parse(), "\(file.name)")
    }
    #expect(files.contains { $0.text.contains("call &lt;plain&gt; &amp; \"simple\"") })
  }

  @Test func `the page shows every picture and where the figures come from`() {
    #expect(
      files.map(\.name) == [
        "results.md", "ratio-sync.svg", "ratio-async.svg", "cost-async-fan-out.svg",
      ])
    let page = files[0].text
    for file in files.dropFirst() { #expect(page.contains("](\(file.name))")) }
    for word in ["a machine", "a compiler", "a commit", Table(outcomes).text] {
      #expect(page.contains(word))
    }
  }

  private var files: [(name: String, text: String)] {
    let origin = Results.Origin(machine: "a machine", toolchain: "a compiler", commit: "a commit")
    return Results(outcomes, origin: origin).files
  }
}
