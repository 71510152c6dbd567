import Testing

@testable import Snippets

@Suite struct DocumentTests {
  @Test func `A block that imports begins a program, and the next ones belong to it`() {
    let document = Document(
      markdown: """
        ```swift
        // A comment.
        import A
        ```
        ```swift
        let a = 1  // prints 1
        ```
        ```output
        2
        ```
        ```swift continued
        @testable import Feature
        import Testing
        ```
        ```swift
        import B
        ```
        ```sh
        swift test
        ```
        """, file: "a.md")
    #expect(document.problems.isEmpty)
    #expect(document.programs.map(\.blocks.count) == [3, 1])
    #expect(document.programs.map(\.imports) == [["A", "Feature", "Testing"], ["B"]])
    #expect(document.programs[0].isTest)
    #expect(document.programs[0].statements == [.values("1", line: 6), .lines(["2"], line: 8)])
    #expect(
      document.programs[0].source == """
        #sourceLocation(file: "a.md", line: 2)
        // A comment.
        import A
        #sourceLocation()
        #sourceLocation(file: "a.md", line: 6)
        let a = 1  // prints 1
        #sourceLocation()
        #sourceLocation(file: "a.md", line: 12)

        import Testing
        #sourceLocation()

        """)
  }

  @Test func `A block that must not compile stands after its program, and ends there`() {
    let document = Document(
      markdown: """
        ```swift
        import A
        ```
        ```swift must-not-compile
        let a: Int = ""  // error: cannot convert
        ```
        ```swift
        let b = 1
        ```
        ```swift foreign
        nonsense
        ```
        """, file: "a.md")
    #expect(document.problems.isEmpty)
    #expect(document.programs.map(\.blocks.count) == [2])
    #expect(document.refusals.map(\.blocks.count) == [2])
    #expect(document.refusals.first?.refusals == [.init(text: "cannot convert", line: 5)])
  }

  @Test(arguments: [
    ("```swift\nlet a = 1\n```", "The block names no module: let it begin with an import."),
    ("```swift compile\n```", "“compile” is none of: continued, must-not-compile, foreign."),
    ("```swift must-not-compile\n```", "The block does not say how it is refused: // error: …"),
    ("```output\n1\n```", "No code stands before this output."),
    ("```swift", "The code block is not closed."),
  ])
  func `What is not written as it must be is a problem`(text: String, problem: String) {
    let document = Document(markdown: text, file: "a.md")
    #expect(document.problems == [Problem("a.md", 1, problem)])
  }

  @Test func `Each block of a doc comment is a program of its module`() {
    let document = Document(
      swift: """
        /// A.
        ///
        /// ```swift
        /// let a = [
        ///   1
        /// ]
        /// ```
        struct A {
          // ```swift
          /// ```swift
          /// print(1)  // prints 1
          /// ```
          func a() {}
        }
        """, file: "Sources/M/A.swift", module: "M")
    #expect(document.problems.isEmpty)
    #expect(document.programs.map(\.line) == [4, 11])
    #expect(document.programs.map(\.imports) == [["M"], ["M"]])
    #expect(document.programs.first?.blocks.first?.code.map(\.text) == ["let a = [", "  1", "]"])
  }

  @Test(arguments: [
    ("import A", "A"), ("public import A", "A"), ("@testable import A", "A"),
    ("import struct A.B", "A"), ("import A.B  // why", "A"), ("  import A", "A"),
    ("importA", nil), ("// import A", nil), ("let a = import", nil),
  ])
  func `An import names its module`(line: String, module: String?) {
    #expect(Import(line)?.module == module)
  }
}
