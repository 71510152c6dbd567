import Foundation
import Testing

@testable import LineCount

/// What happens on a terminal. A file that takes for ever to read keeps the program there until it is
/// interrupted.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TerminalTests {
  private let folder: TemporaryFolder
  private let program = Executable()

  init() throws { folder = try TemporaryFolder() }

  /// What was shown, without the `^C` that the terminal itself puts in wherever it gets to it.
  private func withoutEcho(_ outcome: Executable.Outcome) -> String {
    outcome.output.replacingOccurrences(of: "^C", with: "")
  }

  @Test func `A line shows how far it is, and is gone at the end`() async throws {
    try folder.write("a\n", to: "a.c")
    let outcome = try await program.runOnTerminal(["--jobs", "2"], in: folder.url) {
      try $0.readToEnd()
    }
    #expect(outcome.status == 0)
    // Where each drawing begins, and the table behind the last one.
    let drawings = outcome.output.components(separatedBy: "\r\u{1B}[K")
    #expect(drawings.count == 2)
    #expect(drawings.first?.hasPrefix("\r[") == true)
    #expect(drawings.last?.hasPrefix("Language  ") == true)
    #expect(drawings.last?.contains("\u{1B}") == false)
  }

  @Test func `Ctrl-C prints what there is so far, and the status is 130`() async throws {
    try folder.write("int a;\n", to: "a.c")
    try folder.makeHole(1 << 40, at: "endless.c")
    let outcome = try await program.runOnTerminal(["--jobs", "2"], in: folder.url) { terminal in
      try terminal.wait(for: "[##########..........] 1/2 files")
      try terminal.wait(for: "endless.c")
      terminal.type("\u{3}")
      try terminal.readToEnd()
    }
    #expect(outcome.status == 130)
    let end = withoutEcho(outcome).components(separatedBy: "\r\u{1B}[K").last
    #expect(
      end?.replacingOccurrences(of: "\r\n", with: "\n") == """
        Language           Files    Lines    Blank  Comment     Code    Bytes
        ---------------------------------------------------------------------
        C                      1        1        0        0        1        7
        ---------------------------------------------------------------------
        Total (partial)        1        1        0        0        1        7
        Interrupted: 1 of the 2 files found so far are counted.

        """)
  }

  /// On a busy machine it got lost once in eighty runs, when it came before the program had begun to listen.
  @Test func `With all jobs busy for ever, Ctrl-C comes through all the same`() async throws {
    for number in 0..<8 { try folder.makeHole(1 << 40, at: "\(number).c") }
    let outcome = try await program.runOnTerminal(["--jobs", "8"], in: folder.url) { terminal in
      try terminal.wait(for: "0/8 files")
      terminal.type("\u{3}")
      try terminal.readToEnd()
    }
    #expect(outcome.status == 130)
    #expect(
      withoutEcho(outcome).hasSuffix("Interrupted: 0 of the 8 files found so far are counted.\r\n"))
  }

  /// Makes so many files that more is printed than a terminal takes that nobody reads: it is not over
  /// before the next Ctrl-C.
  private func makeLongReport() throws {
    for number in 0..<5_000 {
      try folder.write("", to: "\(number)-\(String(repeating: "x", count: 100)).c")
    }
  }

  @Test func `A second Ctrl-C kills`() async throws {
    try makeLongReport()
    try folder.makeHole(1 << 40, at: "endless.c")
    let outcome = try await program.runOnTerminal(["--by-file", "--jobs", "2"], in: folder.url) {
      terminal in
      try terminal.wait(for: "5000/5001 files")
      terminal.type("\u{3}")
      try terminal.wait(for: "File  ")
      terminal.type("\u{3}")
      try terminal.waitForEnd()
    }
    #expect(outcome.status == nil)
    #expect(outcome.signal == SIGINT)
  }

  @Test func `Ctrl-C during the report kills`() async throws {
    try makeLongReport()
    let outcome = try await program.runOnTerminal(["--by-file"], in: folder.url) { terminal in
      try terminal.wait(for: "File  ")
      terminal.type("\u{3}")
      try terminal.waitForEnd()
    }
    #expect(outcome.signal == SIGINT)
  }

  @Test func `Where Ctrl-C is ignored, it stays so`() async throws {
    try makeLongReport()
    try folder.makeHole(1 << 28, at: "long.c")
    let shell = Executable(URL(fileURLWithPath: "/bin/sh"))
    let script = "trap '' INT && exec '\(program.url.path)' --by-file --jobs 2"
    let outcome = try await shell.runOnTerminal(["-c", script], in: folder.url) { terminal in
      try terminal.wait(for: "[")
      terminal.type("\u{3}")
      try terminal.wait(for: "File  ")
      terminal.type("\u{3}")
      try terminal.readToEnd()
    }
    #expect(outcome.status == 0)
  }
}
