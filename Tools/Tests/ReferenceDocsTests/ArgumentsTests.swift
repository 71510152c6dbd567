import Testing

@testable import ReferenceDocs

struct ArgumentsTests {
  private func arguments(_ line: String) throws -> Arguments {
    try Arguments(line.split(separator: " ").map(String.init))
  }

  @Test func pagesTakeAllOptions() throws {
    var expected = Arguments.Pages()
    expected.graphs = ["a", "b"]
    expected.modules = ["A", "B"]
    expected.output = "out"
    expected.overviews = "texts"
    expected.root = "/src"
    expected.wayToRoot = "../.."
    expected.conditions = ["A.swift": "there"]
    #expect(
      try arguments(
        "pages --graphs a --module A --module B --output out --graphs b --overviews texts --root /src --way-to-root ../.."
          + " --only-where there A.swift") == .pages(expected))
  }

  @Test func linksTakeAFolder() throws {
    #expect(try arguments("links") == .links(root: "."))
    #expect(try arguments("links docs") == .links(root: "docs"))
  }

  @Test(arguments: ["--help", "-h", "pages --help", "links docs -h"])
  func helpIsGivenAnywhere(_ line: String) throws {
    #expect(try arguments(line) == .help)
  }

  @Test(arguments: [
    ("", "A command is missing."),
    ("page", "There is no command page."),
    ("--graphs a", "There is no command --graphs."),
    ("pages", "--graphs is missing."),
    ("pages --graphs a", "--output is missing."),
    ("pages --graphs", "--graphs lacks its value."),
    ("pages --graphs --output out", "--graphs lacks its value."),
    ("pages --graphs a --output out --pretty", "There is no option --pretty."),
    ("pages --graphs a --output out more", "There is no option more."),
    ("pages --graphs a --output out --only-where there", "--only-where lacks its value."),
    ("links --strict", "There is no option --strict."),
    ("links a b", "b is one argument too many."),
  ])
  func mistakesAreNamed(_ line: String, _ message: String) {
    #expect(throws: Arguments.Misuse(message: message)) { try arguments(line) }
  }

  @Test func theUsageNamesEachOption() {
    for option in [
      "pages", "links", "--graphs", "--module", "--output", "--overviews", "--root",
      "--way-to-root",
      "--only-where", "--help",
    ] {
      #expect(Arguments.usage.contains(option))
    }
  }
}
