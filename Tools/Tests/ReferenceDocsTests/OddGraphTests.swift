import Foundation
import Testing

@testable import ReferenceDocs

/// Graphs that no compiler writes, or seldom. Found by fuzzing, all of them.
struct OddGraphTests {
  private func symbol(
    _ id: String, _ path: [String], kind: String = "swift.struct", fields: String = ""
  ) -> String {
    let names = path.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"kind": {"identifier": "\(kind)", "displayName": "Kind"}, "identifier": {"precise": "\(id)"},
       "pathComponents": [\(names)], "accessLevel": "public"\(fields.isEmpty ? "" : ", \(fields)")}
      """
  }

  private func relation(_ kind: String, _ source: String, _ target: String) -> String {
    #"{"kind": "\#(kind)", "source": "\#(source)", "target": "\#(target)"}"#
  }

  private func graph(
    _ symbols: [String], _ relations: [String] = [], module: String = "Kit"
  ) throws -> SymbolGraph {
    let json = """
      {"metadata": {"formatVersion": {"major": 0, "minor": 6}}, "module": {"name": "\(module)"},
       "symbols": [\(symbols.joined(separator: ","))],
       "relationships": [\(relations.joined(separator: ","))]}
      """
    return try SymbolGraph(json: Data(json.utf8), file: "graph")
  }

  private func pages(_ graph: SymbolGraph, root: String = "/", wayToRoot: String? = nil) -> Pages {
    var options = Renderer.Options()
    options.root = root
    options.wayToRoot = wayToRoot
    let reference = Reference([graph])
    let rendered = Renderer(reference, options: options).pages()
    return Pages(
      files: rendered.files,
      problems: (rendered.problems + Coverage(reference, root: root).problems()).sorted())
  }

  /// The page of a type with this comment.
  private func page(comment: String) throws -> String {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
      .map { #"{"text": "\#($0.replacing("\"", with: "\\\""))"}"# }.joined(separator: ",")
    let graph = try graph([
      symbol("a", ["A"], fields: #""docComment": {"lines": [\#(lines)]}"#),
      symbol("b", ["A", "size"], kind: "swift.property"),
    ])
    return pages(graph)["Kit/A.md"]
  }

  // MARK: Relations

  @Test func relationsThatDifferInTheirFallbackAloneHaveAnOrder() throws {
    let symbols = [symbol("a", ["size"], kind: "swift.func.op")]
    let relations = [
      #"{"kind": "overrides", "source": "a", "target": "s:"}"#,
      #"{"kind": "overrides", "source": "a", "target": "s:", "targetFallback": ""}"#,
    ]
    #expect(
      pages(try graph(symbols, relations)).files
        == pages(try graph(symbols, relations.reversed())).files)
  }

  @Test func membersOfEachOtherEnd() throws {
    let pages = pages(
      try graph(
        [symbol("a", ["A"]), symbol("b", ["B"])],
        [relation("memberOf", "a", "b"), relation("memberOf", "b", "a")]))
    #expect(pages.files.keys.filter { $0.hasPrefix("Kit/A") || $0.hasPrefix("Kit/B") }.count == 2)
  }

  @Test func protocolsThatRefineEachOtherEnd() throws {
    let pages = pages(
      try graph(
        [
          symbol("p", ["P"], kind: "swift.protocol"), symbol("q", ["Q"], kind: "swift.protocol"),
          symbol(
            "e", ["Int"], kind: "swift.extension",
            fields: #""swiftExtension": {"extendedModule": "Swift"}"#),
        ],
        [
          relation("conformsTo", "p", "q"), relation("conformsTo", "q", "p"),
          relation("extensionTo", "e", "s:Si"), relation("conformsTo", "e", "p"),
        ]))
    #expect(pages["Kit/P.md"].contains("Refines"))
  }

  @Test func aTypeThatIsARequirementIsLinkedToOnce() throws {
    let pages = pages(
      try graph(
        [symbol("p", ["P"], kind: "swift.protocol"), symbol("a", ["P", "A"])],
        [relation("requirementOf", "a", "p")]))
    #expect(!pages["Kit/P.md"].contains("Requirements"))
    #expect(pages["Kit/P.md"].contains("- [`A`](P.A.md)"))
  }

  @Test func theOrderOfAFileIsOfNoAccount() throws {
    let place = { (line: Int) in
      #""location": {"uri": "file:///a.swift", "position": {"line": \#(line)}}"#
    }
    let symbols = [
      symbol("e", ["E"], kind: "swift.enum", fields: place(0)),
      symbol("z", ["E", "z"], kind: "swift.enum.case", fields: place(1)),
      symbol("a", ["E", "a"], kind: "swift.enum.case", fields: place(2)),
      symbol("m", ["E", "m"], kind: "swift.property", fields: place(3)),
      symbol("x", ["X"]),
      symbol("x", ["X"], fields: #""docComment": {"lines": [{"text": "It."}]}"#),
    ]
    let relations = ["z", "a", "m"].map { relation("memberOf", $0, "e") }
    let expected = pages(try graph(symbols, relations))
    let page = expected["Kit/E.md"]
    let first = try #require(page.firstRange(of: "`z`")).lowerBound
    #expect(first < (try #require(page.firstRange(of: "`a`")).lowerBound))
    for rotation in 0..<symbols.count {
      let rotated = Array(symbols[rotation...] + symbols[..<rotation])
      for symbols in [rotated, rotated.reversed()] {
        #expect(pages(try graph(symbols, relations.reversed())).files == expected.files)
      }
    }
  }

  // MARK: Names

  @Test(arguments: ["", "..", "a b", "A/B"])
  func aModuleHasAName(_ name: String) {
    #expect(
      throws: SymbolGraphError(file: "graph", reason: "not a symbol graph: module.name is no name")
    ) { try graph([], module: name) }
  }

  @Test(arguments: [[], [""], ["A", "a\\nb"]] as [[String]])
  func aSymbolHasAName(_ path: [String]) {
    #expect(
      throws: SymbolGraphError(
        file: "graph", reason: "not a symbol graph: symbols[0].pathComponents is no name")
    ) { try graph([symbol("a", path)]) }
  }

  @Test func longNamesAreNoLongFiles() {
    var names = FileNames(reserved: [])
    let name = String(repeating: "ß", count: 300)
    #expect(names.unique(name).utf8.count < 255)
    #expect(names.unique(name).utf8.count < 255)
    #expect(names.unique("\(name)2").hasSuffix("-3.md"))
  }

  /// `a`, `a` and `a-1` have three anchors.
  @Test func anchorsAreTheirOwn() {
    var anchors = Anchors()
    #expect(["a", "a", "a-1", "a"].map { anchors.add($0) } == ["a", "a-1", "a-1-1", "a-2"])
    #expect(MarkdownDocument("# a\n# a\n# a-1").anchors == ["a", "a-1", "a-1-1"])
  }

  @Test func linesHaveNumbersUpToTheLast() throws {
    let pages = pages(
      try graph([
        symbol(
          "a", ["A"],
          fields: """
            "location": {"uri": "file:///a.swift", "position": {"line": 9223372036854775807}}
            """)
      ]))
    #expect(pages.problems.map(\.description) == ["a.swift: `A` of Kit has no doc comment."])
  }

  @Test func sourcesAreLinkedToWhateverTheyAreCalled() throws {
    let pages = pages(
      try graph([
        symbol(
          "a", ["A"],
          fields: #""location": {"uri": "file:///a%20(b).swift", "position": {"line": 0}}"#)
      ]), wayToRoot: "..")
    #expect(pages["Kit/A.md"].contains("[`a (b).swift`](../../a%20%28b%29.swift)"))
  }

  // MARK: Declarations and code

  @Test func aWhereWithoutRequirementsIsPassedOn() throws {
    let fragments = #""declarationFragments": [{"kind": "text", "spelling": "a where {"}]"#
    let graph = try graph([symbol("a", ["A"], fields: fragments)])
    #expect(pages(graph)["Kit/A.md"].contains("a where"))
  }

  @Test func codeHasMarksThatItDoesNotContain() {
    #expect(Markdown.block("a\n```\nb") == "````swift\na\n```\nb\n````")
    #expect(Markdown.code("") == "` `")
    #expect(Markdown.code("a\nb") == "`a b`")
  }

  // MARK: Comments

  @Test(arguments: [
    "A.\n\n```\nlet a", "- Returns: It.\n  ~~~\n  let a", "- Note:\n  ```\n  let a",
  ])
  func codeWithoutAnEndEnds(_ comment: String) throws {
    let page = try page(comment: comment)
    #expect(
      page.contains("\nlet a\n```") || page.contains("let a\n~~~")
        || page.contains("> let a\n> ```"))
    #expect(MarkdownDocument(page).anchors == ["a", "properties", "size"])
  }

  @Test func codeOfAnItemIsAsItWas() throws {
    let page = try page(
      comment: "- Returns:\n  ```\n  # code\n  ```\n- Throws: It.\n  ```\n  ## more\n  ```")
    #expect(page.contains("**Returns:**\n\n```\n# code\n```\n"))
    #expect(page.contains("**Throws:** It.\n```\n## more\n```\n"))
  }

  @Test(arguments: [
    "size\n---", "A.\n\nsize\n===", "   # size", "#\\tsize", "- Returns: It.\n  ## size",
    "# size\n---",
  ])
  func aCommentHasNoHeadings(_ comment: String) throws {
    let page = try page(comment: comment)
    #expect(MarkdownDocument(page).anchors == ["a", "properties", "size"])
    #expect(page.contains("**size**"))
  }

  @Test func aMarkOfACommentWithoutAnEndHidesNothing() throws {
    #expect(try page(comment: "<!-- to do").contains("\n&lt;!-- to do\n"))
    #expect(try page(comment: "- Returns: It.\n  <!-- to do").contains("\n&lt;!-- to do\n"))
  }

  /// The end of one was taken for a link, and an underline below it for that of a heading.
  @Test(arguments: [
    "<!-- ``-->``\nA.", "<!-- to\ndo -->\nA.", "<!--\n\n# to do -->A.", "<!-- to do -->\n===\nA.",
    "- Returns: <!-- to\n  do --> A.", "> Note:\n> <!-- to\n> # do -->\n> A.",
    "- Parameters:\n  - x: <!-- to\n    do -->\n    A.", "<!-- to do --><!-- to do -->A.",
  ])
  func aPageHasNoCommentsOfAComment(_ comment: String) throws {
    let page = try page(comment: comment)
    #expect(page.contains("A.") && !page.contains("to do") && !page.dropFirst(4).contains("<!--"))
    #expect(MarkdownDocument(page).anchors.isSuperset(of: ["a", "properties", "size"]))
    #expect(DocComment("<!-- to do -->\n\(comment)") == DocComment(comment))
  }

  @Test(arguments: [
    "```\n<!-- -->\n```", "A.\n\n    <!-- -->", "- Note:\n  ~~~\n  <!-- -->\n  ~~~",
  ])
  func codeKeepsItsComments(_ comment: String) throws {
    #expect(try page(comment: comment).contains("<!-- -->\n"))
  }

  // MARK: Lines

  @Test func linesMayEndAsInWindows() {
    #expect(DocComment("A.\r\n\r\n- Returns: It.\r\n") == DocComment("A.\n\n- Returns: It.\n"))
    #expect(MarkdownDocument("# a\r\n\r\n## b\r\n").anchors == ["a", "b"])
    #expect(
      DocComment(SymbolGraph.DocComment(lines: [.init(text: "A.\n- Note: B.")]).texts).discussion
        .count == 1)
  }
}
