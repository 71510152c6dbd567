import Testing

@testable import LineCount

@Suite struct OptionsTests {
  @Test func `Without arguments, the current folder is counted`() throws {
    let options = try Options([])
    #expect(options.paths == ["."])
    #expect(options.format == .table)
    #expect(options.jobs >= 1)
    #expect(options.sort == .lines)
    #expect(!options.byFile && !options.followsLinks && !options.wantsHelp)
  }

  @Test func `All options at once`() throws {
    let options = try Options([
      "--json", "--by-file", "a", "--sort", "name", "--exclude", "*.c", "--exclude", "b", "--jobs",
      "7", "--follow-symlinks", "--timeline", "t.svg", "--help", "c",
    ])
    #expect(options.paths == ["a", "c"])
    #expect(options.format == .json)
    #expect(options.byFile && options.followsLinks && options.wantsHelp)
    #expect(options.sort == .name)
    #expect(options.excluded == ["*.c", "b"])
    #expect(options.jobs == 7)
    #expect(options.timeline == "t.svg")
    #expect(try Options(["--csv"]).format == .csv)
    #expect(try Options(["-h"]).wantsHelp)
    #expect(try Options(["--jobs", "256"]).jobs == 256)
  }

  @Test func `Behind -- there are paths only, and any bytes are one`() throws {
    let path = Path([0xFF])
    #expect(try Options(["a", "--", "--json", "--", path]).paths == ["a", "--json", "--", path])
  }

  @Test(arguments: [
    (["--jobs"], "--jobs takes a number from 1 to 256"),
    (["--jobs", "0"], "--jobs takes a number from 1 to 256"),
    (["--jobs", "257"], "--jobs takes a number from 1 to 256"),
    (["--jobs", "two"], "--jobs takes a number from 1 to 256"),
    (["--sort", "size"], "--sort takes one of: name, files, lines, blank, comment, code, bytes"),
    (["--sort"], "--sort takes one of: name, files, lines, blank, comment, code, bytes"),
    (["--exclude"], "--exclude takes a pattern"),
    (["--timeline"], "--timeline takes the name of a file"),
    (["--fast"], "unknown option '--fast'; --help lists what there is"),
    (["-"], "unknown option '-'; --help lists what there is"),
    (["-\n"], "unknown option '-\\n'; --help lists what there is"),
  ])
  func `Wrong use is explained`(arguments: [String], message: String) {
    #expect(throws: Options.UsageError(message: message)) {
      try Options(arguments.map { Path($0.utf8) })
    }
  }

  @Test(arguments: [
    ("a/b.c", "b.c", true),
    ("a/b.c", "*.c", true),
    ("a/b.c", "a/*", true),
    ("a/b/c.d", "a/*", true),
    ("a/b.c", "b", false),
    ("a/b.c", "a", false),
    ("b.c", "b.?", true),
    (".git", ".*", true),
    ("./a.c", ".*", false),
    ("../a.c", ".*", false),
    ("./.git", ".*", true),
    ("./a.c", "./*", true),
    ("a/[x]", "[[]x]", true),
  ])
  func `A pattern is for names, or with a slash for paths`(
    path: String, pattern: String, isExcluded: Bool
  ) {
    #expect(
      Options.isExcluded(Path(path.utf8), by: ["nothing", Path(pattern.utf8)]) == isExcluded)
    #expect(!Options.isExcluded(Path(path.utf8), by: []))
  }
}
