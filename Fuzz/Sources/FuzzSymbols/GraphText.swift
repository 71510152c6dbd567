import TestSupport

/// A symbol graph that a chooser decides, as JSON.
struct GraphText {
  private let chooser: any Chooser
  private let json: JSONText

  init(_ chooser: any Chooser) {
    self.chooser = chooser
    json = JSONText(chooser, damages: chooser.oneIn(6))
  }

  // MARK: What there is to choose

  static let modules = ["Kit", "Shapes", "kit", "README", "_", "K.it", "", ".."]

  private static let ids = [
    "s:3Kit3BoxV", "s:3Kit3BagC", "s:3Kit5StackP", "s:3Kit3BoxV4sizeSivp", "s:3Kit3opoiyS2i_SitF",
    "s:6Shapes4LineV", "s:6Shapes5PointC", "s:SQ", "s:e:s:3Kit3BoxV", "c:objc(cs)Bag",
    "s:3Kit5StackP3topyyF::SYNTHESIZED::s:3Kit3BoxV", "s:", "", "s:9999999999999999999x",
    "s:\u{bd}",
    "s:7CombineP",
  ]

  private static let names = [
    "Box", "Bag", "size", "map(_:)", "map(_:by:)", "init(_:)", "init", "-(_:_:)", "==(_:_:)", "+",
    "box",
    "README", "index", "_Box_", "a-1", "a", "Self", "`class`", "x y", "[a](b)", "subscript(_:)",
    "A.B",
    "\u{65e5}\u{672c}", "<T>", "...(_:_:)", "Requirements", "|", "a\nb", "",
  ]

  private static let kinds = [
    "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.enum.case",
    "swift.method",
    "swift.property", "swift.init", "swift.extension", "swift.associatedtype", "swift.typealias",
    "swift.func.op", "swift.func", "swift.var", "swift.subscript", "swift.type.method",
    "swift.macro",
    "swift.deinit", "other", "",
  ]

  private static let lines = [
    "", "A box.", "See ``Box``.", "``Box/size``, ``Kit``, ``gone``", "<doc:Bag/map(_:)> and <doc:",
    "[text](https://example.org/(a)) and [b](", "# Heading", "## `size`", "   # Indented", "#\tTab",
    "Size",
    "---", "===", "```swift", "```", "````", "~~~", "    indented", "- an item", "  - another",
    "  more",
    "- Parameter x: The x.", "- Parameters:", "  - x: The x.", "- Returns: It.", "- Throws: It.",
    "- Complexity: O(1)", "- Note: This.", "> Note: That.", "> goes on", "  ```", "  # code",
    "> ```",
    "- Parameter `", "1. one", "| a | b |", "<!-- a", "-->", "`", "``", "* Warning:", "\t", "\\",
    "a\nb",
    "- SeeAlso: ``Box", "&lt;", "#", "- ```", "> # quoted", "- # item", "<details>", "``a`b``",
  ]

  private static let fragments = [
    "struct", "class", "actor", "func", "open", " ", "Box", "map", "(", ")", "<", ">", "_ x: Int",
    ", ",
    " -> ", "Self", ".", "State", " where ", "T : Equatable", " == ", " {", "{ get }", "@frozen",
    "@available(*)",
    "throws", "init", "case ", "\"", "= \"a\nb\"", "\n```\n",
    "some long text that fills a line of forty-two",
    "[", "]", "\\", "", "where ", "async",
  ]

  private static let fragmentKinds = [
    "keyword", "text", "identifier", "typeIdentifier", "attribute", "genericParameter",
    "externalParam", "?",
  ]

  private static let relations = [
    "memberOf", "conformsTo", "inheritsFrom", "requirementOf", "defaultImplementationOf",
    "overrides",
    "extensionTo", "optionalRequirementOf", "unknown",
  ]

  private static let messages = ["", "Use it.", "a\nb", "```\n# x", "`", "<!--", "\n\nx", "# h"]

  // MARK: Writing

  func text(module: String) -> String {
    let symbols = (0..<chooser.choose(8)).map { _ in symbol() }
    let relationships = (0..<chooser.choose(10)).map { _ in relationship() }
    return json.object([
      "metadata": json.object([
        "formatVersion": json.object([
          "major": "0", "minor": chooser.oneIn(60) ? "7" : "6", "patch": "0",
        ])
      ]),
      "module": json.object(["name": json.string(module)]),
      "symbols": json.array(symbols),
      "relationships": json.array(relationships),
    ])
  }

  private func id() -> String { json.string(chooser.choose(of: Self.ids)) }

  private func some(_ limit: Int, _ value: () -> String) -> [String] {
    (0..<chooser.choose(limit)).map { _ in value() }
  }

  private func maybe(_ value: () -> String) -> String? { chooser.oneIn(3) ? value() : nil }

  private func symbol() -> String {
    let kind = chooser.choose(of: Self.kinds)
    let path = (0...chooser.choose(3)).map { _ in name() }
    return json.object([
      "kind": json.object([
        "identifier": json.string(kind),
        "displayName": json.string(kind == "other" ? chooser.choose(of: Self.names) : "Kind"),
      ]),
      "identifier": json.object(["precise": id(), "interfaceLanguage": json.string("swift")]),
      "pathComponents": json.array(path),
      "docComment": chooser.oneIn(2) ? comment() : nil,
      "declarationFragments": maybe { json.array(some(12, fragment)) },
      "functionSignature": maybe(signature),
      "swiftExtension": maybe {
        json.object([
          "extendedModule": json.string(chooser.choose(of: Self.modules)),
          "constraints": json.array(some(3, constraint)),
        ])
      },
      "swiftGenerics": maybe { json.object(["constraints": json.array(some(3, constraint))]) },
      "availability": maybe { json.array(some(3, availability)) },
      "accessLevel": json.string(chooser.oneIn(3) ? "open" : "public"),
      "location": maybe(location),
    ])
  }

  private func name() -> String {
    let name = chooser.choose(of: Self.names)
    guard chooser.oneIn(40) else { return json.string(name) }
    return json.string(String(repeating: "\(name)x", count: 90))
  }

  private func comment() -> String {
    json.object([
      "uri": maybe { json.string("file:///a.swift") },
      "module": maybe { json.string(chooser.choose(of: Self.modules)) },
      "lines": json.array(
        some(8) {
          json.object([
            "text": json.string(
              (0...(chooser.oneIn(5) ? 1 : 0)).map { _ in chooser.choose(of: Self.lines) }.joined())
          ])
        }),
    ])
  }

  private func fragment() -> String {
    json.object([
      "kind": json.string(chooser.choose(of: Self.fragmentKinds)),
      "spelling": json.string(chooser.choose(of: Self.fragments)),
      "preciseIdentifier": maybe(id),
    ])
  }

  private func signature() -> String {
    json.object([
      "parameters": maybe {
        json.array(some(4) { json.object(["name": name(), "internalName": maybe(name)]) })
      },
      "returns": maybe { json.array(some(4, fragment)) },
    ])
  }

  private func constraint() -> String {
    json.object([
      "kind": json.string(chooser.oneIn(2) ? "sameType" : "conformance"),
      "lhs": json.string(chooser.choose(of: ["Self", "Self.A", "T", "XSelf.Self.", "`"])),
      "rhs": json.string(chooser.choose(of: Self.names)),
    ])
  }

  private func availability() -> String {
    json.object([
      "domain": maybe { json.string(chooser.choose(of: ["*", "macOS", "a\nb"])) },
      "introduced": maybe(version), "deprecated": maybe(version), "obsoleted": maybe(version),
      "message": maybe { json.string(chooser.choose(of: Self.messages)) },
      "renamed": maybe(name),
      "isUnconditionallyDeprecated": maybe { "true" },
      "isUnconditionallyUnavailable": maybe { "true" },
    ])
  }

  private func version() -> String {
    json.object(["major": number(), "minor": maybe(number), "patch": maybe(number)])
  }

  private func number() -> String {
    chooser.choose(of: ["0", "3", "-1", "9223372036854775807", "-9223372036854775808", "1.5"])
  }

  private func location() -> String {
    json.object([
      "uri": json.string(
        chooser.choose(of: ["file:///a.swift", "file:///b c.swift", "", "%", "a)b", "a\nb", "//"])),
      "position": json.object(["line": number(), "character": maybe(number)]),
    ])
  }

  private func relationship() -> String {
    json.object([
      "kind": json.string(chooser.choose(of: Self.relations)),
      "source": id(), "target": id(),
      "targetFallback": maybe {
        json.string(chooser.choose(of: ["Kit.Box", "Box", "", ".", "a.`\n"]))
      },
      "swiftConstraints": maybe { json.array(some(3, constraint)) },
      "sourceOrigin": maybe { json.object(["identifier": id()]) },
    ])
  }
}
