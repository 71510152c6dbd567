import Foundation
import Testing

@testable import Counter

@Suite(.serialized) struct ExecutableTests {
  @Test func `Piped commands give the same lines each time, and status 0 at the end of input`()
    throws
  {
    let expected = Executable.Outcome(
      status: 0,
      output: """
        sync     0
        streams  0
        async    0
        sync     1
        streams  1
        async    1
        sync     2
        streams  2
        async    2
        sync     1
        streams  1
        async    1
        sync     failed: no answer
        streams  failed: no answer
        async    failed: no answer

        """, errors: "")
    for _ in 0..<5 {
      #expect(try Executable.run(input: "+\n+\n-\nfail\n") == expected)
    }
  }

  @Test func `Lines may end in CRLF, and the last one without an end`() throws {
    let outcome = try Executable.run(["--flavor", "async"], input: "+\r\n\r\n=5\r\n-")
    #expect(outcome.status == 0)
    #expect(outcome.output == "async    0\nasync    1\nasync    5\nasync    4\n")
  }

  @Test func `No input at all is an end, too`() throws {
    let outcome = try Executable.run(["--flavor", "sync"])
    #expect(outcome == Executable.Outcome(status: 0, output: "sync     0\n", errors: ""))
  }

  @Test func `An unknown line and a number too large do not stop it`() throws {
    let outcome = try Executable.run(
      ["--flavor", "streams"], input: "what?\n99999999999999999999\n\(Int.max)\n+\n-1\nq\n+\n")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        streams  0
        unknown command "what?"; \(Command.help)
        unknown command "99999999999999999999"; \(Command.help)
        streams  9223372036854775807
        streams  9223372036854775806

        """)
  }

  @Test func `random is the same number for all`() throws {
    let lines = try Executable.run(input: "=-1\nrandom\n").output.split(separator: "\n").suffix(3)
    let numbers = lines.compactMap { Int($0.split(separator: " ")[1]) }
    #expect(numbers.count == 3)
    #expect(Set(numbers).count == 1)
    #expect(numbers.allSatisfy { (0...99).contains($0) })
  }

  @Test func `--help explains and ends`() throws {
    let outcome = try Executable.run(["--help"], input: "")
    #expect(outcome == Executable.Outcome(status: 0, output: Options.help + "\n", errors: ""))
  }

  @Test func `An unknown option is a message and status 2`() throws {
    #expect(
      try Executable.run(["--fast"])
        == Executable.Outcome(
          status: 2, output: "",
          errors: "Counter: unknown argument '--fast'; --help lists what there is\n"))
  }

  @Test func `On a terminal there is a prompt for each line`() throws {
    #expect(
      try Executable.runOnTerminal(typing: ["+\n", "\n", "fail\n", "q\n"])
        == Executable.Outcome(
          status: 0,
          output: """
            \(Command.help)
            sync     0
            streams  0
            async    0
            > sync     1
            streams  1
            async    1
            > > sync     failed: no answer
            streams  failed: no answer
            async    failed: no answer
            >\u{20}
            """, errors: ""))
  }

  @Test func `The end of input on a terminal ends the line of the prompt`() throws {
    let outcome = try Executable.runOnTerminal(typing: ["\u{4}"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("async    0\n> \n"))
  }
}
