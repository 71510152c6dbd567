import Foundation
import Testing

@testable import LineCount

@Suite(.serialized, .timeLimit(.minutes(10))) struct ExecutableTests {
  private let folder: TemporaryFolder
  private let program = Executable()

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async throws -> Executable.Outcome {
    try await program.run(arguments, in: folder.url)
  }

  @Test func `It counts the current folder, and whatever is named`() async throws {
    try folder.write("let a = 1\n\n// b\n", to: "src/a.swift")
    try folder.write("# c", to: "src/lib/c.py")
    let all = """
      Language    Files    Lines    Blank  Comment     Code    Bytes
      --------------------------------------------------------------
      Swift           1        3        1        1        1       16
      Python          1        0        0        1        0        3
      --------------------------------------------------------------
      Total           2        3        1        2        1       19

      """
    let outcome = Executable.Outcome(status: 0, output: all, errors: "")
    #expect(try await run() == outcome)
    #expect(try await run("src") == outcome)
    #expect(try await run("src/a.swift", "src/lib") == outcome)
    #expect(try await run("--jobs", "1") == outcome)
    #expect(
      try await run("--by-file", "--csv", "--sort", "name").output == """
        file,language,files,lines,blank,comment,code,bytes
        src/a.swift,Swift,1,3,1,1,1,16
        src/lib/c.py,Python,1,0,0,1,0,3
        Total,,2,3,1,2,1,19

        """)
    #expect(
      try await run("--csv", "--exclude", "lib", "src").output == """
        language,files,lines,blank,comment,code,bytes
        Swift,1,3,1,1,1,16
        Total,1,3,1,1,1,16

        """)
    #expect(try await run("--csv", "--exclude", "src/lib/*", "src").output.contains("\nTotal,1,"))
  }

  @Test func `An empty folder has nothing`() async throws {
    #expect(
      try await run("--csv")
        == Executable.Outcome(
          status: 0,
          output: """
            language,files,lines,blank,comment,code,bytes
            Total,0,0,0,0,0,0

            """, errors: ""))
  }

  @Test func `A path that does not exist is a message and status 2`() async throws {
    try folder.write("a\n", to: "a.c")
    try folder.link("dangling", to: "gone")
    #expect(
      try await run("a.c", "b\nc", "dangling", "a.c/d", "")
        == Executable.Outcome(
          status: 2, output: "",
          errors: """
            LineCount: there is nothing at 'b\\nc'
            LineCount: there is nothing at 'dangling'
            LineCount: there is nothing at 'a.c/d'
            LineCount: there is nothing at ''

            """))
  }

  @Test func `Wrong use is a message and status 2`() async throws {
    #expect(
      try await run("--fast")
        == Executable.Outcome(
          status: 2, output: "",
          errors: "LineCount: unknown option '--fast'; --help lists what there is\n"))
  }

  @Test func `--help explains and ends`() async throws {
    #expect(
      try await run("--help")
        == Executable.Outcome(status: 0, output: Options.help + "\n", errors: ""))
  }

  @Test func `All that is strange is counted or reported`() async throws {
    try folder.write("a\n", to: "new\nline.c")
    try folder.write("a\0\n", to: "binary.c")
    try Data([0xFF, 0xFE, 0x0A]).write(to: folder.url.appending("invalid.c"))
    // A name that is no text.
    let strange = Array(folder.url.path.utf8) + [0x2F, 0xFF] + Array(".c".utf8)
    let isAllowed = Path(strange).withCString { name in
      let file = fopen(name, "w")
      defer { if let file { fclose(file) } }
      return file != nil
    }
    try folder.link("dangling", to: "gone")
    try folder.link("up", to: ".")
    try folder.link("self", to: "self")
    mkfifo(folder.url.appending("pipe").path, 0o600)

    let outcome = try await run("--by-file", "--csv", "--sort", "name")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        file,language,files,lines,blank,comment,code,bytes
        binary.c,Binary,1,1,0,0,1,3
        invalid.c,C,1,1,0,0,1,3
        "new\nline.c",C,1,1,0,0,1,2
        \(isAllowed ? "\\xFF.c,C,1,0,0,0,0,0\n" : "")Total,,\(isAllowed ? 4 : 3),3,0,0,3,8

        """)
    #expect(
      outcome.errors == """
        Links not followed: 1
        Errors: 3
          dangling: a dangling link
          pipe: neither a file nor a folder
          self: a link that leads back to where it came from

        """)

    let following = try await run("--follow-symlinks", "--csv")
    #expect(following.status == 1)
    #expect(
      following.errors == """
        Errors: 4
          dangling: a dangling link
          pipe: neither a file nor a folder
          self: a link that leads back to where it came from
          up: a link that leads back to where it came from

        """)
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is closed to the superuser"))
  func `What may not be read is reported`() async throws {
    try folder.write("a\n", to: "a.c")
    try folder.write("a\n", to: "locked/b.c")
    chmod(folder.url.appending("a.c").path, 0)
    chmod(folder.url.appending("locked").path, 0)
    defer { chmod(folder.url.appending("locked").path, 0o700) }
    let outcome = try await run()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "Errors: 2\n  a.c: Permission denied\n  locked: Permission denied\n")
  }

  /// Its beginning is no memory of any process.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func `An error of the disk while reading is reported`() async throws {
    let outcome = try await run("--csv", "/proc/self/mem")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix("\nTotal,0,0,0,0,0,0\n"))
    #expect(outcome.errors == "Errors: 1\n  /proc/self/mem: Input/output error\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `Output that cannot be written is a message and status 2`() async throws {
    let outcome = try await run("--timeline", "/dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("Language "))
    #expect(outcome.errors.hasPrefix("LineCount: cannot write '/dev/full': "))
    let shell = Executable(URL(fileURLWithPath: "/bin/sh"))
    let full = try await shell.run(["-c", "'\(program.url.path)' > /dev/full"], in: folder.url)
    #expect(full.status == 2)
    #expect(full.errors.hasPrefix("LineCount: cannot write: "))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `Errors that cannot be written change no status`() async throws {
    try folder.link("dangling", to: "gone")
    let shell = Executable(URL(fileURLWithPath: "/bin/sh"))
    for (arguments, status) in [("gone", Int32(2)), ("--fast", 2), (".", 1)] {
      let script = "'\(program.url.path)' \(arguments) 2> /dev/full"
      let outcome = try await shell.run(["-c", script], in: folder.url)
      #expect(outcome.status == status)
      #expect(outcome.signal == nil)
    }
  }

  @Test func `A large file takes little memory`() async throws {
    try folder.makeHole(1 << 30, at: "large.c")
    let (outcome, cost) = try await program.measure(["--csv"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("\nTotal,1,0,0,0,1,\(1 << 30)\n"))
    // Generous, for sanitizers have memory of their own; but not as much as the file. What it
    // inherits may be all that it needs.
    #expect(cost.memory <= max(Executable.memoryOfTests, 1 << 29))
  }

  @Test func `The timeline is a drawing`() async throws {
    try folder.write("a\n", to: "a.c")
    let outcome = try await run("--timeline", "t.svg", "a.c")
    #expect(outcome.status == 0)
    let svg = try String(contentsOf: folder.url.appending("t.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }
}
