import Foundation
import Testing

@testable import LineCount

/// What it counts is what the tools of the system count.
@Suite(.timeLimit(.minutes(10))) struct TreeTests {
  private struct Numbers: Equatable {
    var lines = 0
    var bytes = 0
    var blank = 0
    var all = 0
  }

  @Test func `Of 10,000 files, each has the lines of wc -l and grep -c`() async throws {
    let folder = try TemporaryFolder()
    try Tree(files: 10_000, averageSize: 200).write(in: folder.url)
    let program = try await Executable().run(["--by-file", "--csv", "--jobs", "2"], in: folder.url)
    #expect(program.status == 0)
    #expect(program.errors == "")

    var ours: [String: Numbers] = [:]
    let rows = program.output.split(separator: "\n").dropFirst()
    for row in rows.dropLast() {
      let cells = row.split(separator: ",")
      let numbers = cells.dropFirst(3).compactMap { Int($0) }
      ours["./" + cells[0]] = Numbers(
        lines: numbers[0], bytes: numbers[4], blank: numbers[1],
        all: numbers[1] + numbers[2] + numbers[3])
    }

    var theirs: [String: Numbers] = [:]
    for line in try await tool("wc -lc", in: folder) {
      let cells = line.split(separator: " ", maxSplits: 2)
      if cells[2] == "total" { continue }
      theirs[String(cells[2]), default: Numbers()].lines = Int(cells[0])!
      theirs[String(cells[2]), default: Numbers()].bytes = Int(cells[1])!
    }
    for line in try await tool("grep -acH '^[[:space:]]*$'", in: folder) {
      let colon = line.lastIndex(of: ":")!
      theirs[String(line[..<colon]), default: Numbers()].blank = Int(line[colon...].dropFirst())!
    }
    for line in try await tool("grep -acH ''", in: folder) {
      let colon = line.lastIndex(of: ":")!
      theirs[String(line[..<colon]), default: Numbers()].all = Int(line[colon...].dropFirst())!
    }

    #expect(ours.count == 10_000)
    #expect(theirs.count == 10_000)
    let different = theirs.filter { ours[$0.key] != $0.value }
    #expect(different.isEmpty, "\(different.prefix(10).map { ($0, ours[$0.key]) })")

    let total = rows.last!.split(separator: ",").compactMap { Int($0) }
    #expect(total[0] == 10_000)
    #expect(total[1] == theirs.values.reduce(0) { $0 + $1.lines })
    #expect(total[2] == theirs.values.reduce(0) { $0 + $1.blank })
    #expect(total[5] == theirs.values.reduce(0) { $0 + $1.bytes })
  }

  /// What a tool prints that is given all files.
  private func tool(_ command: String, in folder: TemporaryFolder) async throws -> [Substring] {
    let shell = Executable(URL(fileURLWithPath: "/bin/sh"))
    let script = "find . -type f -print0 | LC_ALL=C xargs -0 \(command)"
    let outcome = try await shell.run(["-c", script], in: folder.url)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n")
  }
}
