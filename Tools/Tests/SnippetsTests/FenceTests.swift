import Testing

@testable import Snippets

@Suite struct FenceTests {
  @Test func `A block has its words, its line and its code`() throws {
    let text = "a\n```swift continued\nlet a = 1\n\nlet b = 2\n```\nb\n~~~\nc\n~~~"
    #expect(
      try fences(text) == [
        Fence(
          words: ["swift", "continued"], line: 2,
          code: [
            Line(number: 3, text: "let a = 1"), Line(number: 4, text: ""),
            Line(number: 5, text: "let b = 2"),
          ]),
        Fence(words: [], line: 8, code: [Line(number: 9, text: "c")]),
      ])
  }

  @Test func `A longer fence encloses a shorter one`() throws {
    let found = try fences("````md\n```swift\n```\n````")
    #expect(found.map(\.code.count) == [2])
  }

  @Test func `Code is as far to the left as its fence`() throws {
    let found = try fences("- a\n  ```swift\n  if a {\n    b\n  }\n c\n  ```")
    #expect(found.first?.code.map(\.text) == ["if a {", "  b", "}", "c"])
  }

  @Test func `Code between backticks is no fence`() throws {
    #expect(try fences("```swift```\n``\n`a`").isEmpty)
  }

  @Test func `A block that is not closed is a problem`() {
    #expect(throws: Problem("a.md", 2, "The code block is not closed.")) {
      try fences("a\n```swift\nlet a = 1")
    }
  }

  private func fences(_ text: String) throws(Problem) -> [Fence] {
    try Fence.all(in: Line.all(of: text), of: "a.md")
  }
}
