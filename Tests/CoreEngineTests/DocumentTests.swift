import Foundation
import Testing

/// What stands in the documents beside code, which `scripts/snippets.sh` compiles.
@Suite struct DocumentTests {
  static let documents = ["", "docs/", "Benchmarks/", "Tools/"].flatMap { folder in
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(root.path)/\(folder)")
    return (files ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
  }

  @Test(arguments: documents)
  func `Every link to a file leads to one`(document: String) throws {
    let folder = Self.root.appending(path: document).deletingLastPathComponent()
    for link in try Self.text(document).matches(of: /\]\((?<path>[^)#:]+)(#[^)]*)?\)/) {
      let path = folder.appending(path: String(link.path)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link.path)")
    }
  }

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
