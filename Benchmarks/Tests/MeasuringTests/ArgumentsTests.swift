import Measuring
import Testing

@Suite struct ArgumentsTests {
  private let names = ["sync/action", "streams/scan", "async/action", "async/send"]

  @Test func `nothing means all`() throws {
    let arguments = try Arguments([])
    #expect(arguments == (try Arguments([String]())))
    #expect(try arguments.select(from: names) == names)
    #expect(arguments.rounds == nil)
  }

  @Test func `every option is read`() throws {
    let arguments = try Arguments(
      ["--filter", "a", "--rounds", "3", "--json", "f", "--plot", "d", "--filter", "b", "--list"])
    #expect(arguments.filters == ["a", "b"])
    #expect(arguments.rounds == 3)
    #expect(arguments.json == "f")
    #expect(arguments.plot == "d")
    #expect(arguments.wantsList)
    #expect(!arguments.wantsHelp)
    #expect(try Arguments(["--help"]).wantsHelp)
  }

  @Test func `an unknown option is an error that lists what there is`() {
    let misuse = #expect(throws: Arguments.Misuse.self) { try Arguments(["--fliter", "a"]) }
    #expect(misuse?.message.contains("'--fliter'") == true)
    #expect(misuse?.message.contains("--filter TEXT") == true)
  }

  @Test(
    arguments: [
      ["--rounds", "0"], ["--rounds", "many"], ["--rounds"], ["--filter"], ["--json", "--list"],
      ["--plot", ""],
    ])
  func `a value that is missing or wrong is an error`(arguments: [String]) {
    let misuse = #expect(throws: Arguments.Misuse.self) { try Arguments(arguments) }
    #expect(misuse?.message.hasPrefix("\(arguments[0]) takes ") == true)
  }

  @Test func `a filter selects by a part of the name, in the order of the names`() throws {
    let arguments = try Arguments(["--filter", "send", "--filter", "/action"])
    #expect(
      try arguments.select(from: names) == ["sync/action", "async/action", "async/send"])
  }

  @Test func `a filter that fits nothing is an error that lists what there is`() throws {
    let arguments = try Arguments(["--filter", "send", "--filter", "zap"])
    let misuse = #expect(throws: Arguments.Misuse.self) { try arguments.select(from: names) }
    #expect(misuse?.message.contains("'zap'") == true)
    for name in names { #expect(misuse?.message.contains("  \(name)") == true) }
  }
}
