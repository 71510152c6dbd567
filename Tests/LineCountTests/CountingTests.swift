import Testing

@testable import LineCount

/// What follows from what happens, without tasks.
@Suite struct CountingTests {
  private typealias Orders = Counting.Orders

  @Test func `A run, step by step`() {
    var state = Counting()
    #expect(state.phase == .ready)

    let look = Job(id: .init(number: 1), work: .look(["src"]))
    #expect(state.apply(.start(["src"])) == Orders(start: [look]))
    #expect(state.phase == .running)
    #expect(state.running == [look])

    let findings = Findings(
      files: [File(path: "a", size: 1)], folders: [Folder(path: "b")], linksNotFollowed: 2)
    #expect(state.apply(.found(findings)) == Orders())
    #expect(state.discovered == 1)
    #expect(state.linksNotFollowed == 2)

    // Folders first.
    let walk = Job(id: .init(number: 2), work: .walk([Folder(path: "b")]))
    #expect(state.apply(.ended(look.id)) == Orders(start: [walk]))
    #expect(state.running == [walk])
    #expect(state.current == nil)

    let count = Job(id: .init(number: 3), work: .count([File(path: "a", size: 1)]))
    #expect(state.apply(.ended(walk.id)) == Orders(start: [count]))
    #expect(state.inWork == 1)
    #expect(state.current == "a")

    #expect(state.apply(.counted([fileCount("a", .c, lines: 5)], [])) == Orders())
    #expect(state.done == 1)
    #expect(state.inWork == 0)
    #expect(state.totals == [.c: Counts(files: 1, lines: 5)])
    #expect(state.files.count == 0)

    #expect(state.apply(.ended(count.id)) == Orders())
    #expect(state.phase == .finished)
    #expect(state.isOver)
  }

  @Test func `As many jobs run as may, the next when one ends`() {
    var state = Counting(settings: .init(jobs: 2))
    _ = state.apply(.start(["src"]))
    let files = (0..<200).map { File(path: Path("\($0)".utf8), size: 1) }
    let first = state.apply(.found(Findings(files: files)))
    #expect(first.start.map(\.id.number) == [2])
    #expect(state.inWork == 64)
    #expect(state.apply(.ended(.init(number: 1))).start.map(\.id.number) == [3])
    #expect(state.inWork == 128)
    #expect(state.running.map(\.id.number) == [2, 3])
  }

  @Test func `With many files waiting, they come before folders`() {
    var state = Counting(settings: .init(jobs: 1, waitingFiles: 2))
    _ = state.apply(.start(["src"]))
    let files = [File(path: "a", size: 1), File(path: "b", size: 1)]
    _ = state.apply(.found(Findings(files: files, folders: [Folder(path: "c")])))
    #expect(state.apply(.ended(.init(number: 1))).start.map(\.work) == [.count(files)])
    #expect(
      state.apply(.ended(.init(number: 2))).start.map(\.work) == [.walk([Folder(path: "c")])])
  }

  @Test func `Files are kept if that is asked for, and what failed counts as done`() {
    var state = Counting(settings: .init(keepsFiles: true))
    _ = state.apply(.start(["src"]))
    let counts = [fileCount("a", .c, lines: 1), fileCount("b", .c, lines: 2)]
    let problem = Problem(path: "c", reason: .vanished)
    _ = state.apply(.counted(counts, [problem]))
    #expect(state.done == 3)
    #expect(state.files.groups == [counts])
    #expect(state.problems == [problem])
    #expect(state.totals == [.c: Counts(files: 2, lines: 3)])
  }

  @Test func `Cancelling ends it, once`() {
    var state = Counting(settings: .init(jobs: 2))
    _ = state.apply(.start(["src"]))
    _ = state.apply(.found(Findings(files: [File(path: "a", size: 1)])))
    #expect(
      state.apply(.cancel) == Orders(cancel: [.init(number: 1), .init(number: 2)]))
    #expect(state.phase == .cancelled)
    #expect(state.running == [])
    #expect(state.inWork == 0)
    let cancelled = state
    #expect(state.apply(.cancel) == Orders())
    #expect(state.apply(.start(["src"])) == Orders())
    #expect(state == cancelled)
  }

  @Test func `Where there is nothing, nothing is counted`() {
    var state = Counting()
    _ = state.apply(.start(["a", "b"]))
    #expect(state.apply(.missing(["b"])) == Orders(cancel: [.init(number: 1)]))
    #expect(state.phase == .refused(["b"]))
    #expect(state.apply(.cancel) == Orders())
    #expect(state.phase == .refused(["b"]))
  }
}

func fileCount(_ path: Path, _ language: Language, lines: Int) -> FileCount {
  FileCount(path: path, language: language, counts: Counts(files: 1, lines: lines))
}
