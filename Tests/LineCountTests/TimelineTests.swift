import CoreEngineAsync
import CoreEngineTesting
import Foundation
import Testing

@testable import LineCount

@Suite(.timeLimit(.minutes(10))) struct TimelineTests {
  @Test func `It has a point for each transition, to the last`() async {
    let core = LineCounter(
      files: FakeFiles(["a.c": .file("x"), "b.c": .file("y")]), settings: .init(jobs: 2))
    let recorder = TransitionRecorder(core)
    let timeline = Timeline.record(core.transitions)
    await core.action(.start(["a.c", "b.c"]))
    let points = await timeline.value.points
    #expect(points.map(\.inWork) == recorder.history.map(\.stateAfter.inWork))
    #expect(points.map(\.done) == recorder.history.map(\.stateAfter.done))
    #expect(points.map(\.time) == points.map(\.time).sorted())
    #expect(points.map(\.inWork).max() == 2)
    #expect(points.last?.done == 2)
  }

  @Test func `It ends when the run is cancelled`() async {
    let gate = Gate()
    let core = LineCounter(
      files: FakeFiles(["a.c": .file("x")]) { call throws(FileError) in
        if case .open = call { await gate.pass() }
      })
    let timeline = Timeline.record(core.transitions)
    await core.action(.start(["a.c"]))
    await gate.entered()
    core.send(.cancel)
    #expect(await timeline.value.points.last?.inWork == 0)
    gate.open()
    await core.settled()
  }

  @Test func `The drawing stays within its frame, however much there is`() throws {
    let points = (0...10_000).map {
      Timeline.Point(time: .milliseconds($0), inWork: $0 % 65, done: $0)
    }
    for timeline in [Timeline(points: points), Timeline(points: [points[0]]), Timeline()] {
      let svg = timeline.svg
      #expect(svg.contains("files in flight") && svg.contains("files done"))
      let lines = svg.split(separator: "points=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(lines.count == 2)
      for pair in lines.flatMap({ $0.split(separator: " ") }) {
        let place = pair.split(separator: ",").compactMap { Int($0) }
        #expect(place.count == 2 && 60...780 ~= place[0] && 30...390 ~= place[1])
      }
      // Two points a column of pixels at most.
      #expect(svg.utf8.count < 40_000)
    }
    let svg = Timeline(points: points).svg
    #expect(svg.contains(">64<") && svg.contains(">10000<") && svg.contains(">10.0 s<"))
  }
}
