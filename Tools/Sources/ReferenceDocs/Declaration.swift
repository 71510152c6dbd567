/// A declaration, as one would write it in Swift.
struct Declaration {
  /// The longest line that is not broken.
  private static let width = 100

  var text: String

  /// - Parameters:
  ///   - symbol: What is declared.
  ///   - names: The ids of the types that go by a name without a module.
  ///   - extended: The type whose constrained extension it stands in, if it does.
  ///   - constraints: Those of that extension.
  init(
    _ symbol: SymbolGraph.Symbol, names: [String: Set<Node.ID>] = [:], extended: String? = nil,
    constraints: [SymbolGraph.Constraint] = []
  ) {
    let kind = SymbolKind(symbol)
    let declaration =
      Self.fixity(of: symbol)
      + Self.joined(symbol, names: names, attributesAbove: kind.isType)
    guard let extended, !constraints.isEmpty else {
      text = Self.broken(declaration)
      return
    }
    let clause = Self.clause(constraints)
    var opening = "extension \(extended) where \(clause) {"
    if opening.count > Self.width { opening = "extension \(extended)\nwhere \(clause) {" }
    let body = Self.broken(declaration, width: Self.width - 2)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    text = "\(opening)\n\(lines.joined(separator: "\n"))\n}"
  }

  /// `Element: Hashable, Key == Int`
  static func clause(_ constraints: [SymbolGraph.Constraint]) -> String {
    constraints.map { constraint in
      let isSame = constraint.kind == "sameType"
      let sign = isSame ? " ==" : ":"
      return (
        isSame ? 1 : 0, "\(withoutSelf(constraint.lhs))\(sign) \(withoutSelf(constraint.rhs))"
      )
    }
    .sorted(by: <).map(\.1).joined(separator: ", ")
  }

  /// In an extension, associated types go by their own names.
  private static func withoutSelf(_ type: String) -> String {
    var result = ""
    var rest = Substring(type)
    while let range = rest.firstRange(of: "Self.") {
      result += rest[..<range.lowerBound]
      if result.last?.isPartOfName == true { result += "Self." }
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  // MARK: - Fragments

  private static let openable = ["class", "func", "var", "subscript"]

  private static func joined(
    _ symbol: SymbolGraph.Symbol, names: [String: Set<Node.ID>], attributesAbove: Bool
  ) -> String {
    var text = ""
    var isLeading = true
    var isOpen = symbol.accessLevel == "open"
    let fragments = symbol.declarationFragments ?? []
    let parameters = Set(fragments.filter { $0.kind == "genericParameter" }.map(\.spelling))
    for (index, fragment) in fragments.enumerated() {
      var spelling = fragment.spelling
      if isPrefixSelf(fragments, at: index, shadowedBy: parameters) { continue }
      if index > 0, isPrefixSelf(fragments, at: index - 1, shadowedBy: parameters) {
        spelling.removeFirst()
      }
      if let id = fragment.preciseIdentifier, names[spelling]?.contains(id) == false,
        index == 0 || !fragments[index - 1].spelling.hasSuffix("."),
        let module = module(ofMangled: id)
      {
        spelling = "\(module).\(spelling)"
      }
      let isAttribute = fragment.kind == "attribute"
      if isLeading, !isAttribute, !spelling.allSatisfy(\.isWhitespace) {
        isLeading = false
        if attributesAbove, !text.isEmpty { text = above(text) }
      }
      if isOpen, fragment.kind == "keyword", openable.contains(spelling) {
        spelling = "open \(spelling)"
        isOpen = false
      }
      // `Key : Value` comes with a space, but so does what a default value says.
      if fragment.kind == "text", !spelling.contains("=") {
        spelling = spelling.replacing(" : ", with: ": ")
      }
      text += spelling
    }
    return text.trimmingSpace()
  }

  /// Whether this is the `Self` of `Self.State`, which goes without saying.
  private static func isPrefixSelf(
    _ fragments: [SymbolGraph.Fragment], at index: Int, shadowedBy parameters: Set<String>
  ) -> Bool {
    guard index + 2 < fragments.count, fragments[index].spelling == "Self" else { return false }
    return fragments[index + 1].spelling == "." && fragments[index + 2].kind == "typeIdentifier"
      && !parameters.contains(fragments[index + 2].spelling)
  }

  /// `@frozen @MainActor ` as two lines.
  private static func above(_ attributes: String) -> String {
    var result = ""
    var depth = 0
    for character in attributes {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      result.append(character == " " && depth == 0 ? "\n" : character)
    }
    return result
  }

  /// The module of a type that has a name of its own, `Combine` of `s:7Combine9PublisherP`.
  private static func module(ofMangled id: String) -> String? {
    guard id.hasPrefix("s:") else { return nil }
    let rest = id.dropFirst(2)
    if rest.first == "s" || rest.hasPrefix("S") { return rest.hasPrefix("Sc") ? nil : "Swift" }
    let digits = rest.prefix(while: \.isNumber)
    guard let count = Int(digits) else { return nil }
    return String(rest.dropFirst(digits.count).prefix(count))
  }

  /// `prefix ` or `postfix `, of which the graph tells in the mangled name alone.
  private static func fixity(of symbol: SymbolGraph.Symbol) -> String {
    guard symbol.kind.identifier == "swift.func.op", let title = symbol.pathComponents.last,
      symbol.functionSignature?.parameters?.count == 1
    else { return "" }
    let name = title.prefix { $0 != "(" }
    let letters: [Character: Character] = [
      "&": "a", "@": "c", "/": "d", "=": "e", ">": "g", "<": "l", "*": "m", "!": "n", "|": "o",
      "+": "p", "?": "q", "%": "r", "-": "s", "~": "t", "^": "x", ".": "z",
    ]
    let mangled = "\(name.count)\(String(name.compactMap { letters[$0] }))"
    let id = symbol.identifier.precise
    if id.contains("\(mangled)op") { return "prefix " }
    return id.contains("\(mangled)oP") ? "postfix " : ""
  }

  // MARK: - Lines

  /// One parameter a line, if they do not fit in one line all together; and the `where` clause in
  /// one of its own.
  private static func broken(_ declaration: String, width: Int = Self.width) -> String {
    var lines = declaration.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard let last = lines.popLast() else { return declaration }
    var (head, clause) = splitWhere(last)
    let isLong = head.count + (clause.map { $0.all.count + 1 } ?? 0) > width
    if isLong, head.count > width, let parts = parameters(of: head) {
      head =
        "\(parts.before)\n"
        + parts.list.map { "  \($0)" }.joined(separator: ",\n") + "\n\(parts.after)"
    }
    if let clause {
      let end = head.split(separator: "\n").last?.count ?? 0
      if end + 1 + clause.all.count <= width {
        head += " \(clause.all)"
      } else if clause.all.count <= width {
        head += "\n\(clause.all)"
      } else {
        head += "\nwhere\n  \(clause.requirements.joined(separator: ",\n  "))\(clause.rest)"
      }
    }
    return (lines + [head]).joined(separator: "\n")
  }

  /// What types must conform to, and then what they must be; and what stands behind that.
  private struct WhereClause {
    var requirements: [String]
    var rest: String

    var all: String { "where \(requirements.joined(separator: ", "))\(rest)" }
  }

  private static func splitWhere(_ line: String) -> (head: String, clause: WhereClause?) {
    let code = NestedText(line)
    let keyword = " where "
    guard let start = code.firstIndex(of: keyword, depth: 0) else { return (line, nil) }
    let end = code.firstIndex(of: " {", depth: 0, from: start + keyword.count) ?? line.count
    let all = code.split(start + keyword.count..<end, at: ",", depth: 0).map { $0.trimmingSpace() }
    let isSame = { (requirement: String) in
      NestedText(requirement).firstIndex(of: " == ", depth: 0) != nil
    }
    return (
      code[..<start],
      WhereClause(
        requirements: all.filter { !isSame($0) } + all.filter(isSame), rest: code[end...])
    )
  }

  private static func parameters(
    of line: String
  ) -> (before: String, list: [String], after: String)? {
    let code = NestedText(line)
    let keywords = ["func ", "init", "subscript", "case ", "macro "]
    guard let keyword = keywords.compactMap({ code.firstIndex(of: $0, depth: 0) }).min(),
      let start = code.firstIndex(of: "(", depth: 0, from: keyword),
      let end = code.firstIndex(of: ")", depth: 0, from: start), end > start + 1
    else { return nil }
    return (
      code[...start], code.split(start + 1..<end, at: ",", depth: 1).map { $0.trimmingSpace() },
      code[end...]
    )
  }
}
