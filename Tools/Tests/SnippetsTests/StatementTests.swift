import Testing

@testable import Snippets

@Suite struct StatementTests {
  @Test(arguments: [
    ("1", ["1"]),
    ("1 and 2", ["1", "2"]),
    ("1, 2 and 3", ["1", "2", "3"]),
    ("[1, 2]", ["[1, 2]"]),
    ("[1, 2], [3]", ["[1, 2]", "[3]"]),
    ("bread and butter", ["bread and butter"]),
    ("nothing", []),
  ])
  func `A comment says what is printed`(text: String, printed: [String]) {
    let statement = Statement.values(text, line: 1)
    #expect(Statement.problem(of: [statement], printed: printed, file: "a.md") == nil)
  }

  @Test(arguments: [
    ("1", ["2"], "The comment says “1”, and “2” is printed."),
    ("12", ["1"], "The comment says “12”, and “1” is printed."),
    ("1 and 2", ["1"], "The comment says “2”, and nothing is printed."),
    ("1", ["1", "2"], "After this, more is printed than is said: 2"),
    ("nothing", ["1"], "After this, more is printed than is said: 1"),
  ])
  func `A comment that is wrong is a problem`(text: String, printed: [String], problem: String) {
    let statement = Statement.values(text, line: 7)
    let found = Statement.problem(of: [statement], printed: printed, file: "a.md")
    #expect(found == Problem("a.md", 7, problem))
  }

  @Test func `A block says whole lines, after what comments have said`() {
    let statements: [Statement] = [.values("1", line: 1), .lines(["2", "3"], line: 2)]
    func problem(_ printed: [String]) -> Problem? {
      Statement.problem(of: statements, printed: printed, file: "a.md")
    }
    #expect(problem(["1", "2", "3"]) == nil)
    #expect(problem(["1", "3", "2"])?.line == 2)
    #expect(problem(["1", "2"])?.line == 2)
    #expect(problem(["1", "2", "3", "4"])?.line == 2)
  }
}
