import Foundation
import Testing

/// What the documents promise. (`scripts/snippets.sh` compiles their code, `scripts/docs.sh` follows
/// their links.)
@Suite struct DocumentTests {
  static let promises =
    (1...8).map { "S\($0)" } + (1...9).map { "T\($0)" } + (1...10).map { "A\($0)" }

  @Test(arguments: promises)
  func `Every promise names the tests that pin it, and none is left out`(promise: String) throws {
    let contracts = try Self.text("docs/contracts.md")
    let rows = contracts.split(separator: "\n").filter { $0.hasPrefix("| [\(promise)](#") }
    try #require(rows.count == 1)
    #expect(contracts.contains("\n### \(promise) "))
    let linked = rows[0].matches(of: /\]\((?<path>\.\.\/Tests\/[^)]+\.swift)\)/)
      .map { Self.root.appending(path: "docs").appending(path: String($0.path)).standardized }
    #expect(!linked.isEmpty)
    for file in linked { #expect(FileManager.default.fileExists(atPath: file.path), "\(file)") }

    let names = Set(linked.map(\.lastPathComponent))
    let tests = FileManager.default.enumerator(atPath: Self.root.appending(path: "Tests").path)
    for case let path as String in try #require(tests) {
      let name = URL(filePath: path).lastPathComponent
      guard name.hasSuffix("ContractTests.swift"), name.hasPrefix(promise),
        name.dropFirst(promise.count).first?.isNumber == false
      else { continue }
      #expect(names.contains(name), "\(name)")
    }
  }

  // MARK: -

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
