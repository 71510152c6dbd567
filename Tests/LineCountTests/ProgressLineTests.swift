import CoreEngineAsync
import CoreEngineTesting
import Testing

@testable import LineCount

@Suite(.timeLimit(.minutes(10))) struct ProgressLineTests {
  private typealias Line = ProgressLine<ContinuousClock>

  private func state(_ done: Int, of discovered: Int, current: Path) -> Counting {
    var state = Counting()
    _ = state.apply(.start(["src"]))
    _ = state.apply(.ended(.init(number: 1)))
    _ = state.apply(.found(Findings(files: [File(path: current, size: 1)])))
    (state.done, state.discovered) = (done, discovered)
    return state
  }

  @Test func `A bar, how many are done, how fast, how long it takes, and what is in work`() {
    #expect(
      Line.text(state(500, of: 2_000, current: "src/a.c"), elapsed: .seconds(2), width: 100)
        == "[#####...............] 500/2000 files, 250/s, 6 s left  src/a.c")
    #expect(
      Line.text(state(2_000, of: 2_000, current: "a"), elapsed: .milliseconds(500), width: 100)
        == "[####################] 2000/2000 files, 4000/s, 0 s left  a")
  }

  @Test func `At the beginning nothing is known`() {
    #expect(
      Line.text(Counting(), elapsed: .zero, width: 100)
        == "[....................] 0/0 files, 0/s  ")
  }

  @Test func `It never fills the line, and control characters do not come through`() {
    let long = state(1, of: 2, current: "src/a\n\u{1b}[2J/\u{65e5}\u{672c}\u{8a9e}")
    let text = Line.text(long, elapsed: .seconds(1), width: 100)
    #expect(
      text
        == "[##########..........] 1/2 files, 1/s, 1 s left  src/a\\n\\u{1b}[2J/\u{65e5}\u{672c}\u{8a9e}"
    )
    let columns = text.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    for width in 1...100 {
      let cut = Line.text(long, elapsed: .seconds(1), width: width)
      #expect(text.hasPrefix(cut))
      let used = cut.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
      #expect(used < width)
      #expect(used == columns || used >= width - 2)
    }
  }

  @Test func `It is redrawn at most 20 times a second, with the newest state`() async {
    let (clock, drawn) = (TestClock(), Log<String>())
    let core = LineCounter(files: FakeFiles(["src/a.c": .file("")]))
    let line = ProgressLine(clock: clock)
    let task = Task {
      await line.follow(core.states(.latest), width: { 80 }, show: { drawn.append($0) })
    }
    await clock.sleepers(1)
    #expect(drawn.values == ["\r[....................] 0/0 files, 0/s  \u{1B}[K"])
    for number in 1...10 {
      await core.action(.counted([fileCount(Path("\(number)".utf8), .c, lines: 1)], []))
    }
    await clock.advance(by: .milliseconds(49))
    #expect(drawn.count == 1)
    await clock.advance(by: .milliseconds(1))
    let second = await drawn.values(2)[1]
    #expect(second.contains(" 10/0 files, 200/s"))
    // It is over at once, in the middle of a pause.
    await clock.sleepers(1)
    task.cancel()
    await task.value
    #expect(drawn.count == 2)
  }

  @Test func `It ends with the states`() async {
    let (clock, drawn) = (TestClock(), Log<String>())
    let states = AsyncStream<Counting>.makeStream()
    states.continuation.finish()
    await ProgressLine(clock: clock).follow(
      states.stream, width: { 80 }, show: { drawn.append($0) })
    #expect(drawn.count == 0)
  }
}
