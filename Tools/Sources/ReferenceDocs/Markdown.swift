/// Pieces of markdown.
enum Markdown {
  /// A code span, whatever is in it.
  static func code(_ text: String) -> String {
    if text.isEmpty { return "` `" }
    let text = text.contains(where: \.isNewline) ? text.lines.joined(separator: " ") : text
    var fence = "`"
    while text.contains(fence) { fence += "`" }
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  static func link(_ text: String, _ target: String) -> String { "[\(text)](\(target))" }

  /// The way to a file, whatever it is called.
  static func target(_ path: String) -> String {
    path.reduce(into: "") { target, character in
      let isSafe = !character.isNewline && !" ()<>%#?\\`[]".contains(character)
      target +=
        isSafe
        ? String(character)
        : character.utf8.map { "%\($0 < 16 ? "0" : "")\(String($0, radix: 16, uppercase: true))" }
          .joined()
    }
  }

  static func block(_ swift: String) -> String {
    var fence = "```"
    while swift.contains(fence) { fence += "`" }
    return "\(fence)swift\n\(swift)\n\(fence)"
  }

  /// What a text is, and then the text: in the same line, unless it begins with code, a list or a
  /// quote.
  static func labelled(_ label: String, _ text: String) -> String {
    let first = String(text.prefix { !$0.isNewline })
    let isBlock = !first.isBlank && !first.isOfParagraph
    return isBlock ? "\(label)\n\n\(text)" : "\(label) \(text)"
  }

  /// A text whose lines after the first are indented, so that it stays in an item of a list.
  static func item(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "- "
      + lines.enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : "  \($1)" }
      .joined(separator: "\n")
  }

  static func quote(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
  }

  /// What a heading's anchor is called where it is the first of its name: as forges and editors
  /// make it.
  static func slug(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "_-".contains(character)
          ? character : nil
      })
  }

  /// Passes markdown on, but for links to symbols and headings: ``Type/member`` becomes what
  /// `symbol` returns for it, and a heading a line in bold, since a page's headings are its own.
  /// Other links lead to what `target` makes of their targets.
  static func rewriting(
    _ text: String, target: (String) -> String = { $0 }, symbol: (String) -> String?
  ) -> String {
    CommentText(text).rewriting { rewritingLinks(in: $0, target: target, symbol: symbol) }
  }

  private static func rewritingLinks(
    in text: String, target: (String) -> String, symbol: (String) -> String?
  ) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "`" || $0 == "<" || $0 == "]" }) {
      result += rest[..<start]
      rest = rest[start...]
      if let (path, end) = docLink(rest) {
        result += symbol(path) ?? code(path)
        rest = rest[end...]
      } else if let (written, end) = linkTarget(rest) {
        if written.hasPrefix("doc:") {
          // The symbol's link without its text.
          let link = symbol(String(written.dropFirst(4))) ?? "]()"
          result += link[(link.firstRange(of: "](")?.lowerBound ?? link.endIndex)...]
        } else {
          result += "](\(target(written)))"
        }
        rest = rest[end...]
      } else if let (span, content, end) = codeSpan(rest) {
        result +=
          (span == 2 && isPath(content) ? symbol(content) ?? code(content) : nil)
          ?? String(rest[..<end])
        rest = rest[end...]
      } else {
        let run = rest.prefix { $0 == rest.first }
        result += run
        rest = rest[run.endIndex...]
      }
    }
    return result + rest
  }

  /// `<doc:Type/member>`
  private static func docLink(_ text: Substring) -> (String, String.Index)? {
    guard text.hasPrefix("<doc:"), let end = text.firstIndex(of: ">") else { return nil }
    let path = String(text[..<end].dropFirst(5))
    return isPath(path) ? (path, text.index(after: end)) : nil
  }

  /// `](target)`, in one line, so that no line is made of several.
  private static func linkTarget(_ text: Substring) -> (String, String.Index)? {
    guard text.hasPrefix("](") else { return nil }
    var depth = 1
    for index in text.indices.dropFirst(2) {
      if text[index].isNewline { return nil }
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return (String(text[..<index].dropFirst(2)), text.index(after: index)) }
    }
    return nil
  }

  private static func codeSpan(
    _ text: Substring
  ) -> (fence: Int, content: String, end: String.Index)? {
    let fence = text.prefix { $0 == "`" }
    guard !fence.isEmpty else { return nil }
    var rest = text[fence.endIndex...]
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == fence.count {
        return (fence.count, String(text[fence.endIndex..<start]), run.endIndex)
      }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// Whether it can be the way to a symbol, which what has a backtick in it, or several lines, is not.
  private static func isPath(_ content: String) -> Bool {
    !content.isEmpty && !content.contains { $0 == "`" || $0.isNewline } && content.first != " "
  }
}
