extension [String] {
  /// Lines of markdown without its comments, `<!-- … -->`, which nobody is to read. Each ends a paragraph,
  /// as it does on a page; what follows it in its last line is a line of its own. Where code has one, or
  /// where it has no end, it stays.
  func withoutHTMLComments() -> [String] {
    guard contains(where: \.beginsHTMLComment) else { return self }
    var lines: [String] = []
    var fence: String?
    var rest = self[...]
    while let line = rest.popFirst() {
      if let open = fence {
        if line.closes(open) { fence = nil }
      } else if line.beginsHTMLComment, let (text, after) = rest.afterHTMLComment(line) {
        lines.append("")
        rest = text.isBlank ? after : [text] + after
        continue
      } else {
        fence = line.fence
      }
      lines.append(line)
    }
    return lines
  }
}

extension ArraySlice<String> {
  /// What follows the end of a comment that begins with a line before these: in its line, and after it.
  fileprivate func afterHTMLComment(_ first: String) -> (text: String, after: Self)? {
    var rest = self
    var line: String? = first
    while let text = line {
      if let end = text.firstRange(of: "-->") {
        return (String(text[end.upperBound...]), rest)
      }
      line = rest.popFirst()
    }
    return nil
  }
}

extension String {
  /// Whether a comment begins with it, if it is not a line of code.
  var beginsHTMLComment: Bool { indentation < 4 && drop(while: \.isWhitespace).hasPrefix("<!--") }
}
