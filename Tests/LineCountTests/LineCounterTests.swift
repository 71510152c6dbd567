import CoreEngineAsync
import CoreEngineTesting
import Foundation
import Testing

@testable import LineCount

/// The core and its effects, on files that do not exist.
@Suite(.timeLimit(.minutes(10))) struct LineCounterTests {
  @Test func `A run, step by step`() async throws {
    let files = FakeFiles(["src/a.c": .file("int a;\n\n"), "src/lib/b.py": .file("# b\n")])
    let test = TestCore(LineCounter(files: files))

    try await test.send(.start(["src"])) {
      $0.phase = .running
      $0.begun = 1
      $0.running = [Job(id: .init(number: 1), work: .look(["src"]))]
    }
    try await test.receive(.found(Findings(folders: [Folder(path: "src")]))) {
      $0.waitingFolders.append([Folder(path: "src")], limit: 32)
    }
    try await test.receive(.ended(.init(number: 1))) {
      $0.begun = 2
      $0.running = [Job(id: .init(number: 2), work: .walk($0.waitingFolders.popFirst()!))]
    }
    let (a, b) = (File(path: "src/a.c", size: 8), File(path: "src/lib/b.py", size: 4))
    let library = Folder(path: "src/lib")
    try await test.receive(.found(Findings(files: [a], folders: [library]))) {
      $0.discovered = 1
      $0.waitingFiles.append([a], limit: 64, weightLimit: 1 << 20, weigh: \.size)
      $0.waitingFolders.append([library], limit: 32)
    }
    try await test.receive(.ended(.init(number: 2))) {
      $0.begun = 3
      $0.running = [Job(id: .init(number: 3), work: .walk($0.waitingFolders.popFirst()!))]
    }
    try await test.receive(.found(Findings(files: [b]))) {
      $0.discovered = 2
      $0.waitingFiles.append([b], limit: 64, weightLimit: 1 << 20, weigh: \.size)
    }
    try await test.receive(.ended(.init(number: 3))) {
      $0.begun = 4
      $0.inWork = 2
      $0.running = [Job(id: .init(number: 4), work: .count($0.waitingFiles.popFirst()!))]
    }
    let counts = [
      FileCount(
        path: "src/a.c", language: .c,
        counts: Counts(files: 1, lines: 2, blank: 1, code: 1, bytes: 8)),
      FileCount(
        path: "src/lib/b.py", language: .python,
        counts: Counts(files: 1, lines: 1, comment: 1, bytes: 4)),
    ]
    try await test.receive(.counted(counts, [])) {
      $0.done = 2
      $0.inWork = 0
      $0.totals = [.c: counts[0].counts, .python: counts[1].counts]
    }
    try await test.receive(.ended(.init(number: 4))) {
      $0.phase = .finished
      $0.running = []
    }
    try await test.finish()
  }

  @Test func `A path that leads to nothing stops it before anything is counted`() async throws {
    let test = TestCore(
      LineCounter(files: FakeFiles(["a": .file(""), "link": .link("gone")])), .partial)
    try await test.send(.start(["a", "b", "link"]))
    try await test.receive(.missing(["b", "link"])) { $0.phase = .refused(["b", "link"]) }
    try await test.finish()
    #expect(test.core.done == 0)
    #expect(test.core.isIdle)
  }

  // MARK: What goes wrong

  @Test(arguments: [false, true])
  func `All that cannot be counted is reported, and the rest is counted`(follows: Bool) async {
    let nodes: [String: FakeFiles.Node] = [
      "src/fine.c": .file("int a;\n"), "src/dangling": .link("src/gone"),
      "src/self": .link("src/self"), "src/pipe": .pipe, "src/closed.c": .file("x"),
      "src/broken.c": .file("x"), "src/vanished.c": .file("x"), "src/vanishing.c": .file("x"),
      "src/locked/a.c": .file("x"), "src/going/a.c": .file("x"), "src/up": .link("src"),
      "src/same.c": .link("src/fine.c"), "src/deep/er/back": .link("src/deep"),
    ]
    let files = FakeFiles(
      nodes,
      failing: [
        .open("src/closed.c"): EACCES, .read("src/broken.c"): EIO, .open("src/vanished.c"): ENOENT,
        .status("src/vanishing.c"): ENOENT, .names("src/locked"): EACCES,
        .names("src/going"): ENOENT,
      ])
    let core = LineCounter(files: files, settings: .init(jobs: 3), followsLinks: follows)
    await core.action(.start(["src"]))
    await core.settled()

    var expected: [Problem] = [
      Problem(path: "src/broken.c", reason: .error(FileError(number: EIO))),
      Problem(path: "src/closed.c", reason: .error(FileError(number: EACCES))),
      Problem(path: "src/dangling", reason: .danglingLink),
      Problem(path: "src/going", reason: .vanished),
      Problem(path: "src/locked", reason: .error(FileError(number: EACCES))),
      Problem(path: "src/pipe", reason: .notAFile),
      Problem(path: "src/self", reason: .linkCycle),
      Problem(path: "src/vanished.c", reason: .vanished),
      Problem(path: "src/vanishing.c", reason: .vanished),
    ]
    if follows {
      expected += [
        Problem(path: "src/deep/er/back", reason: .linkCycle),
        Problem(path: "src/up", reason: .linkCycle),
      ]
    }
    #expect(core.problems.sorted { $0.path < $1.path } == expected.sorted { $0.path < $1.path })
    #expect(core.totals[.c]?.files == (follows ? 2 : 1))
    #expect(core.linksNotFollowed == (follows ? 0 : 3))
    #expect(core.phase == .finished)
    #expect(core.done == core.discovered)
  }

  @Test func `Followed links lead to files and folders outside, each way counts`() async {
    let files = FakeFiles([
      "lib/a.c": .file("1\n"), "src/one": .link("lib"), "src/two": .link("lib"),
      "src/b.c": .link("lib/a.c"),
    ])
    let core = LineCounter(
      files: files, settings: .init(keepsFiles: true), followsLinks: true)
    await core.action(.start(["src"]))
    await core.settled()
    #expect(
      core.files.groups.flatMap(\.self).map(\.path.text).sorted()
        == ["src/b.c", "src/one/a.c", "src/two/a.c"])
    #expect(core.problems.isEmpty)
  }

  @Test func `What is excluded is not looked at`() async {
    let looked = Log<FakeFiles.Call>()
    let files = FakeFiles(["src/a.c": .file("x"), "src/no/b.c": .file("x")]) {
      call throws(FileError) in looked.append(call)
    }
    let core = LineCounter(files: files, excluded: { $0.name.elementsEqual("no".utf8) })
    await core.action(.start(["src"]))
    await core.settled()
    #expect(core.totals[.c]?.files == 1)
    #expect(!looked.values.contains(.status("src/no")))
    #expect(!looked.values.contains(.names("src/no")))
  }

  @Test func `A name may be any bytes, and a file may be any, too`() async {
    let name = Path(Array("src/".utf8) + Array("new\nline.c".utf8))
    let files = FakeFiles([
      "src/new\nline.c": .bytes([0xFF, 0xFE, 10]), "src/zero.c": .bytes([0, 10]),
      "src/late.c": .bytes([UInt8](repeating: 32, count: 8_000) + [0]),
    ])
    let core = LineCounter(files: files, settings: .init(keepsFiles: true))
    await core.action(.start(["src"]))
    await core.settled()
    #expect(core.totals[.binary]?.files == 1)
    #expect(core.totals[.c]?.files == 2)
    #expect(core.files.groups.flatMap(\.self).contains { $0.path == name })
  }

  // MARK: At once

  @Test func `No more files are read at once than there are jobs`() async {
    let gate = Gate()
    let open = Log<Path>()
    // Each so large that it is an effect of its own.
    let large = String(repeating: "x\n", count: 1 << 19)
    let names = (0..<8).map { "src/\($0).c" }
    let files = FakeFiles(Dictionary(uniqueKeysWithValues: names.map { ($0, .file(large)) })) {
      call throws(FileError) in
      guard case .open(let path) = call else { return }
      open.append(path)
      await gate.pass()
    }
    let core = LineCounter(files: files, settings: .init(jobs: 3))
    let recorder = TransitionRecorder(core)
    await core.action(.start(["src"]))
    await gate.entered(3)
    // The fourth would have been begun with the third.
    #expect(core.running.count == 3)
    #expect(core.inWork == 3)
    #expect(open.count == 3)
    gate.open()
    await core.settled()
    #expect(recorder.history.allSatisfy { $0.stateAfter.running.count <= 3 })
    #expect(core.totals == [.c: Counts(files: 8, lines: 8 << 19, code: 8 << 19, bytes: 8 << 20)])
  }

  @Test func `Cancelling ends the effects, and what was counted stays`() async {
    let gate = Gate()
    let large = String(repeating: "x\n", count: 1 << 19)
    let names = (0..<8).map { "src/\($0).c" }
    let files = FakeFiles(Dictionary(uniqueKeysWithValues: names.map { ($0, .file(large)) })) {
      call throws(FileError) in
      if case .open(let path) = call, path != "src/0.c" { await gate.pass() }
    }
    let core = LineCounter(files: files, settings: .init(jobs: 2))
    let recorder = TransitionRecorder(core)
    await core.action(.start(["src"]))
    await gate.entered(2)
    let jobs = core.running.map(\.id)
    #expect(jobs.count == 2)
    await core.action(.cancel)
    #expect(core.phase == .cancelled)
    // Jobs that have just ended may still be among the effects.
    let effects = core.effects
    for job in jobs {
      #expect(effects.contains { $0.id as? Job.ID == job && $0.isCancelled })
    }
    gate.open()
    await core.settled()
    #expect(core.totals[.c]?.files == 1)
    #expect(core.done == 1)
    #expect(core.discovered == 8)
    #expect(recorder.last?.action == .cancel)
  }

  @Test func `A long file is left in its middle when it is cancelled`() async {
    let (second, reads) = (Gate(), Log<FakeFiles.Call>())
    let files = FakeFiles(["a.c": .bytes([UInt8](repeating: 120, count: 1 << 20))]) {
      call throws(FileError) in
      guard case .read = call else { return }
      reads.append(call)
      if reads.count == 2 { await second.pass() }
    }
    let core = LineCounter(files: files)
    await core.action(.start(["a.c"]))
    await second.entered()
    await core.action(.cancel)
    second.open()
    await core.settled()
    #expect(reads.count == 2)
    #expect(core.done == 0)
  }

  @Test(arguments: [["src"], ["src/0.c", "src/1.c", "src/2.c"]])
  func `Nothing more is looked at once it is cancelled`(paths: [String]) async {
    let (second, looked) = (Gate(), Log<FakeFiles.Call>())
    let nodes = (0..<100).map { ("src/\($0).c", FakeFiles.Node.file("x")) }
    let files = FakeFiles(Dictionary(uniqueKeysWithValues: nodes)) { call throws(FileError) in
      guard case .status(let path) = call, path != "src" else { return }
      looked.append(call)
      if looked.count == 2 { await second.pass() }
    }
    let core = LineCounter(files: files)
    await core.action(.start(paths.map { Path($0.utf8) }))
    await second.entered()
    await core.action(.cancel)
    second.open()
    await core.settled()
    #expect(looked.count == 2)
    #expect(core.discovered == 0)
  }

  @Test func `Links that are not followed are reported as they are found`() async {
    var nodes: [String: FakeFiles.Node] = ["a.c": .file("")]
    for number in 0..<600 { nodes["src/\(number)"] = .link("a.c") }
    let core = LineCounter(files: FakeFiles(nodes))
    let recorder = TransitionRecorder(core)
    await core.action(.start(["src"]))
    await core.settled()
    let links = recorder.history.map(\.stateAfter.linksNotFollowed)
    #expect(Set(links) == [0, 512, 600])
  }

  @Test func `In whatever order things happen, all is counted once`() async throws {
    try await withInterleavings(seeds: 0..<30) {
      var nodes: [String: FakeFiles.Node] = [:]
      for number in 0..<150 { nodes["src/\(number % 7)/\(number).c"] = .file("a\n\n") }
      nodes["src/gone"] = .link("nowhere")
      let core = LineCounter(
        files: FakeFiles(nodes), settings: .init(jobs: 3, keepsFiles: true, waitingFiles: 40))
      let recorder = TransitionRecorder(core)
      await core.action(.start(["src"]))
      await core.settled()
      try #require(
        core.totals == [.c: Counts(files: 150, lines: 300, blank: 150, code: 150, bytes: 450)])
      try #require(Set(core.files.groups.flatMap(\.self).map(\.path)).count == 150)
      try #require(core.problems == [Problem(path: "src/gone", reason: .danglingLink)])
      for state in recorder.history.map(\.stateAfter) {
        try #require(state.running.count <= 3)
        try #require(state.done + state.inWork + state.waitingFiles.count == state.discovered)
        try #require(state.isOver == (state.phase == .finished))
      }
      try #require(recorder.last?.stateAfter.phase == .finished)
    }
  }

  @Test func `Whenever it is cancelled, nothing comes after that`() async throws {
    try await withInterleavings(seeds: 0..<60) {
      var nodes: [String: FakeFiles.Node] = [:]
      for number in 0..<150 { nodes["src/\(number % 7)/\(number).c"] = .file("a\n") }
      let core = LineCounter(files: FakeFiles(nodes), settings: .init(jobs: 3))
      let recorder = TransitionRecorder(core)
      await withTaskGroup { group in
        group.addTask { await core.action(.start(["src"])) }
        group.addTask { await core.action(.cancel) }
      }
      await core.settled()
      let end = recorder.history.firstIndex { $0.stateAfter.isOver }
      let after = try #require(end).advanced(by: 1)
      try #require(recorder.history[after...].allSatisfy { $0.stateAfter == $0.stateBefore })
      try #require(core.effects.isEmpty)
    }
  }
}
