import Foundation
import Testing

@testable import LineCount

/// What the program costs. Measured only where the environment names a program that was built for
/// that, since time passes differently on every machine:
///
/// ```sh
/// swift build -c release --product LineCount
/// LINECOUNT=$PWD/.build/release/LineCount swift test --filter LineCountTests.Measurements
/// ```
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["LINECOUNT"] != nil))
struct Measurements {
  private let folder: TemporaryFolder
  private let program = Executable(
    URL(fileURLWithPath: ProcessInfo.processInfo.environment["LINECOUNT"] ?? "/"))
  private let shell = Executable(URL(fileURLWithPath: "/bin/sh"))

  init() throws { folder = try TemporaryFolder() }

  /// The least of many: whatever else the machine does only adds to it.
  private func least<Value: Comparable>(_ values: [Value]) -> Value { values.min()! }

  @Test func `At least half as fast as cat and wc`() async throws {
    try Tree(files: 10_000, averageSize: 4_000).write(in: folder.url)
    let list = try TemporaryFolder()
    let names = list.url.appending("names").path
    _ = try await shell.run(["-c", "find . -type f -print0 > '\(names)'"], in: folder.url)
    var (ours, theirs): ([Duration], [Duration]) = ([], [])
    for _ in 0..<11 {
      ours.append(try await program.measure(["--jobs", "2"], in: folder.url).cost.time)
      let cat = ["-c", "xargs -0 -n 20000 cat < '\(names)' | wc -l"]
      theirs.append(try await shell.measure(cat, in: folder.url).cost.time)
    }
    print("10,000 files: LineCount \(least(ours)), cat FILES | wc -l \(least(theirs))")
    #expect(least(ours) <= least(theirs) * 2)
  }

  @Test
  func `100,000 files take less than 100 MB, and the progress line less than 5 %`() async throws {
    try Tree(files: 100_000, averageSize: 100).write(in: folder.url)
    // By GNU's `time`, which is small itself: see `Cost`.
    for options in ["", "--by-file", "--by-file --json", "--timeline /dev/null"] {
      let script = "/usr/bin/time -f %M '\(program.url.path)' --jobs 2 \(options) > /dev/null"
      let outcome = try await shell.run(["-c", script], in: folder.url)
      let kilobytes = try #require(Int(outcome.errors.split(separator: "\n").last ?? ""))
      print("100,000 files\(options.isEmpty ? "" : " \(options)"): \(kilobytes / 1_024) MB")
      #expect(kilobytes < 100 * 1_024, "\(options)")
    }
    var (without, with): ([Duration], [Duration]) = ([], [])
    for _ in 0..<7 {
      without.append(try await program.measure(["--jobs", "2"], in: folder.url).cost.time)
      let start = ContinuousClock.now
      _ = try await program.runOnTerminal(["--jobs", "2"], in: folder.url) { try $0.readToEnd() }
      with.append(start.duration(to: .now))
    }
    print("100,000 files: \(least(without)), with a progress line \(least(with))")
    #expect(least(with) <= least(without) * 1.05)
  }
}
