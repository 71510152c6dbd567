import Testing

@testable import Stress

/// Every case once, on stacks of 512 KB. `scripts/check.sh` runs them for longer, optimised too, on
/// one core and on two.
@Suite(.serialized, .timeLimit(.minutes(20))) struct CaseTests {
  @Test(arguments: Case.all.map(\.name))
  func `A case goes well`(name: String) async throws {
    let outcome = try await Executable.run(name, "--seconds", "0", "--limit", "900")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("\(name): 1 rounds, "))
    #expect(outcome.errors == "")
  }

  /// What is seen of those that go wrong.
  static let wrong = [
    (
      "wrong-fails", "Wrong.swift:5: as it should be\nwrong-fails ended with status 1.\n"
    ),
    ("wrong-traps", "wrong-traps ended by signal "),
    ("wrong-writes", "a warning\nwrong-writes wrote on standard error.\n"),
    ("wrong-overflows", "wrong-overflows ended"),
    ("wrong-overflows-in-task", "wrong-overflows-in-task ended"),
  ]

  @Test(arguments: wrong)
  func `What goes wrong is told`(name: String, text: String) async throws {
    let outcome = try await Executable.run(name, "--seconds", "0")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
  }

  @Test func `What hangs is told, too, and ended`() async throws {
    let outcome = try await Executable.run("wrong-hangs", "--seconds", "0", "--limit", "1")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "wrong-hangs has not ended after 1 s.\n")
  }

  @Test(arguments: ["wrong-overflows", "wrong-overflows-in-task"])
  func `A larger stack is large enough`(name: String) async throws {
    let outcome = try await Executable.run(name, "--seconds", "0", "--stack", "8192")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `Those that go wrong are not among those that are listed`() async throws {
    let outcome = try await Executable.run("--list")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("A-POOL\n"))
    #expect(!outcome.output.contains("wrong"))
    #expect(Set((Case.all + Case.wrong).map(\.name)).count == Case.all.count + Case.wrong.count)
  }

  @Test func `Wrong arguments give status 2`() async throws {
    let outcome = try await Executable.run("A-POOL", "--second", "1")
    #expect(
      outcome
        == Executable.Outcome(
          status: 2, output: "",
          errors: "Stress: '--second' does not go with A-POOL; see --help\n"))
  }

  #if os(Linux)
    @Test func `A case is kept to the cores that it is given`() async throws {
      let outcome = try await Executable.run("wrong-cores", "--seconds", "0", "--cores", "1")
      #expect(outcome.errors.contains("cores: 1\n"), "\(outcome.errors)")
      let all = try await Executable.run("wrong-cores", "--seconds", "0")
      #expect(all.errors.contains("cores: \(countCores() ?? 0)\n"), "\(all.errors)")
    }

    @Test func `More cores than there are cannot be had`() async throws {
      let outcome = try await Executable.run("A-POOL", "--seconds", "0", "--cores", "1024")
      #expect(outcome.status == 2)
      #expect(outcome.errors == "Stress: this process cannot be limited to 1024 cores\n")
    }
  #endif
}
