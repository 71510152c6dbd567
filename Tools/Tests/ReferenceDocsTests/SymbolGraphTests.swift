import Foundation
import Testing

@testable import ReferenceDocs

struct SymbolGraphTests {
  private static let symbol = """
    {"kind": {"identifier": "swift.struct", "displayName": "Structure"},
     "identifier": {"precise": "s:1a"}, "pathComponents": ["A"], "accessLevel": "public"}
    """

  private static func graph(version: String = #"{"major": 0, "minor": 6, "patch": 0}"#) -> String {
    """
    {"metadata": {"formatVersion": \(version), "generator": "a compiler"},
     "module": {"name": "Shapes", "platform": {}}, "symbols": [\(symbol)], "relationships": []}
    """
  }

  private func reason(_ json: String) -> String? {
    do {
      _ = try SymbolGraph(json: Data(json.utf8), file: "Shapes.symbols.json")
      return nil
    } catch let error as SymbolGraphError {
      return error.description
    } catch {
      return "another error: \(error)"
    }
  }

  @Test(arguments: [#"{"major": 0, "minor": 5, "patch": 3}"#, #"{"major": 0, "minor": 6}"#])
  func knownVersionsAreRead(_ version: String) throws {
    let graph = try SymbolGraph(json: Data(Self.graph(version: version).utf8), file: "a")
    #expect(graph.module == "Shapes")
    #expect(graph.symbols.map(\.pathComponents) == [["A"]])
  }

  @Test(arguments: [
    (#"{"major": 1, "minor": 0, "patch": 0}"#, "1.0"), (#"{"major": 0, "minor": 7}"#, "0.7"),
    (#"{"major": 2}"#, "2.0"),
  ])
  func anUnknownVersionIsNamed(_ version: String, _ found: String) {
    #expect(
      reason(Self.graph(version: version))
        == "Shapes.symbols.json: symbol graph of version \(found), which is unknown; known are 0.5 and"
        + " 0.6")
  }

  /// Wherever it is cut off.
  @Test func aTruncatedGraphIsNotRead() {
    let json = Self.graph()
    for length in stride(from: 1, to: json.count, by: 7) {
      #expect(
        reason(String(json.prefix(length)))
          == "Shapes.symbols.json: not JSON, or cut off: extract the symbol graph again")
    }
    #expect(
      reason("") == "Shapes.symbols.json: the file is empty; extract the symbol graph again")
  }

  @Test(arguments: [
    ("\"metadata\": ", "\"meta\": ", "metadata is missing"),
    ("\"major\"", "\"first\"", "metadata.formatVersion.major is missing"),
    ("\"name\"", "\"title\"", "module.name is missing"),
    ("\"precise\"", "\"exact\"", "symbols[0].identifier.precise is missing"),
    (#"["A"]"#, "\"A\"", "symbols[0].pathComponents is not what it should be"),
    (#"["A"]"#, "[1]", "symbols[0].pathComponents[0] is not what it should be"),
    (#""public""#, "null", "symbols[0].accessLevel is null"),
    ("\"relationships\": []", "\"relationships\": {}", "relationships is not what it should be"),
  ])
  func whatIsMalformedIsNamed(_ text: String, _ replacement: String, _ expected: String) {
    let json = Self.graph().replacing(text, with: replacement)
    #expect(reason(json) == "Shapes.symbols.json: not a symbol graph: \(expected)")
  }

  @Test func anotherFormatIsNamed() {
    #expect(
      reason("[]")
        == "Shapes.symbols.json: not a symbol graph: the outermost value is not what it should be")
    #expect(
      reason("not JSON")
        == "Shapes.symbols.json: not JSON, or cut off: extract the symbol graph again")
  }

  @Test func foldersWithoutGraphsAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes.json", "{}")
    #expect(throws: SymbolGraphError.self) { try SymbolGraph.all(in: folder.path) }
    let missing = "\(folder.path)/missing"
    #expect(
      throws: SymbolGraphError(file: missing, reason: "this folder cannot be read")
    ) { try SymbolGraph.all(in: missing) }
  }

  /// Pages are not written of half of the graphs.
  @Test func oneBrokenGraphOfSeveralIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("A.symbols.json", Self.graph())
    try folder.write("B.symbols.json", String(Self.graph().dropLast(20)))
    let error = #expect(throws: SymbolGraphError.self) {
      try ReferencePages(graphs: [folder.path])
    }
    #expect(error?.file == "\(folder.path)/B.symbols.json")
  }
}
