import Foundation
import Testing

@testable import Snippets

/// With the compiler, on a package that has a stand-in, a preamble and no modules.
@Suite(.timeLimit(.minutes(10))) final class CheckerTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    for folder in ["Sources", "Preambles", "StandIns", "Variant"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    try write("public func greeting() -> String { \"hello\" }\n", "StandIns/Friendly.swift")
    try write("let sample = 42\n", "Preambles/Swift.swift")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  @Test func `What is as it is said to be passes`() async throws {
    let report = try await check(
      Document(
        markdown: """
          ```swift
          import Friendly

          print(greeting())  // prints hello
          ```
          ```swift must-not-compile
          let a: Int = greeting()  // error: cannot convert value of type 'String'
          ```
          ```swift
          import Testing

          @Test func sum() { #expect(1 + 1 == 2) }
          ```
          ```swift
          // swift-tools-version: 6.2
          import PackageDescription

          let package = Package(name: "A")
          ```
          """, file: "a.md"),
      Document(
        swift: "/// ```swift\n/// print(sample)  // prints 42\n/// ```\n",
        file: "Sources/Swift/A.swift", module: "Swift"))
    #expect(report.problems.isEmpty, "\(report)")
    #expect(
      report.description == """
        5 blocks of 2 documents: 4 programs compile, 2 of them print what is said, 1 pass their \
        tests; 1 are refused as is said.
        """)
  }

  @Test(arguments: [
    ("let a: Int = \"\"", "", "a.md:2: This does not compile:\na.md:3:14: error: "),
    ("let a: Int? = nil\nprint(a)", "", "a.md:2: This does not compile:\na.md:4:7: "),
    ("print(1)  // prints 2", "", "a.md:3: The comment says “2”, and “1” is printed."),
    ("fatalError(\"oh\")  // prints 1", "", "a.md:2: This fails:"),
    ("let a = 1  // error: no", " must-not-compile", "a.md:2: This must not compile, and does."),
    (
      "let a: Int = \"\"  // error: no such", " must-not-compile",
      "a.md:3: This is refused, but not with “no such”:"
    ),
    (
      "let a: Int = \"\"\n// error: cannot convert", " must-not-compile",
      "a.md:4: This is refused, but not with “cannot convert”:"
    ),
    ("import Testing", "", "a.md:2: This fails:"),
    ("import Testing\n@Test func a() { #expect(1 == 2) }", "", "a.md:2: This fails:"),
  ])
  func `What is not is a problem`(code: String, word: String, problem: String) async throws {
    let text = "```swift\(word)\nimport Friendly\n\(code)\n```"
    let report = try await check(Document(markdown: text, file: "a.md"))
    #expect(report.problems.count == 1)
    #expect("\(report)".hasPrefix(problem), "\(report)")
  }

  @Test func `A program of a variant is compiled against it, and not run`() async throws {
    var setup = setup
    setup.variants = ["Friendly": "Variant"]
    let compiler = Command(
      arguments: [
        "swiftc", "-emit-module", "-parse-as-library", "-module-name", "Friendly", "-o",
        "Variant/Friendly.swiftmodule", "StandIns/Friendly.swift",
      ], folder: root, log: root.appending(path: "log"))
    try #require(try await compiler.run().hasSucceeded)
    let text = "```swift\nimport Friendly\nprint(greeting())  // prints what is not checked\n```"
    let report = try await Checker(setup).check([Document(markdown: text, file: "a.md")])
    #expect(report.problems.isEmpty, "\(report)")
  }

  @Test func `A program that does not end is stopped`() async throws {
    let command = Command(
      arguments: ["tail", "-f", "/dev/null"], folder: root, log: root.appending(path: "log"))
    let outcome = try await command.run(limit: 0)
    #expect(outcome.isLate)
    #expect(!outcome.hasSucceeded)
  }

  private var setup: Setup {
    var setup = Setup(root: root.path)
    setup.preambles = "Preambles"
    setup.standIns = ["StandIns"]
    return setup
  }

  private func check(_ documents: Document...) async throws -> Report {
    try await Checker(setup).check(documents)
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(to: root.appending(path: path), atomically: true, encoding: .utf8)
  }
}
