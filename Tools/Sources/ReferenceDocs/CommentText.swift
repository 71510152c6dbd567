/// Markdown of a comment as it may stand on a page, whose headings are its own and whose rest follows.
struct CommentText {
  private var lines: [Line] = []
  private var fence: (sign: String, indentation: Substring)?
  /// Whether the last line was made of a heading, and has to be a paragraph of its own.
  private var isAfterHeading = false

  private struct Line {
    var text: String
    var isCode: Bool
  }

  init(_ text: String) {
    for line in text.lines { add(line) }
    if let fence { lines.append(Line(text: fence.indentation + fence.sign, isCode: true)) }
  }

  /// The text, in which what is not a block of code is what `rewrite` makes of it.
  func rewriting(_ rewrite: (String) -> String) -> String {
    var parts: [String] = []
    var rest = lines[...]
    while let isCode = rest.first?.isCode {
      let run = rest.prefix { $0.isCode == isCode }
      let text = run.map(\.text).joined(separator: "\n")
      parts.append(isCode ? text : rewrite(text))
      rest = rest[run.endIndex...]
    }
    return parts.joined(separator: "\n")
  }

  private mutating func add(_ line: String) {
    if let open = fence?.sign {
      lines.append(Line(text: line, isCode: true))
      if line.closes(open) { fence = nil }
    } else if let sign = line.fence {
      fence = (sign, line.prefix(while: \.isWhitespace))
      append(line, isCode: true)
    } else if line.isUnderline, !isAfterHeading, let last = lines.last?.text, last.isOfParagraph {
      lines.removeLast()
      addHeading(last)
    } else if let heading = line.heading {
      addHeading(heading)
    } else {
      // It has no end, or it would not be here.
      append(line.beginsHTMLComment ? line.replacing("<!--", with: "&lt;!--") : line)
    }
  }

  private mutating func append(_ line: String, isCode: Bool = false) {
    // An item of a list within a list, or a paragraph: what is above would tell.
    let isAmbiguous = line.isUnderline && lines.last?.text.first?.isWhitespace == true
    if isAfterHeading || isAmbiguous, !line.isBlank { append("") }
    isAfterHeading = false
    lines.append(Line(text: line, isCode: isCode))
  }

  private mutating func addHeading(_ text: String) {
    if lines.last?.text.isBlank == false { append("") }
    let text = text.trimmingSpace()
    if text.isEmpty { return }
    lines.append(Line(text: "**\(text)**", isCode: false))
    isAfterHeading = true
  }
}

extension String {
  /// Whether it ends a block of code that began so.
  func closes(_ fence: String) -> Bool {
    let trimmed = trimmingSpace()
    return trimmed.count >= fence.count && trimmed.allSatisfy { $0 == fence.first }
  }

  /// What stands behind the signs of a heading.
  fileprivate var heading: String? {
    let line = dropFirst(indentation)
    let signs = line.prefix { $0 == "#" }
    let rest = line.dropFirst(signs.count)
    guard indentation < 4, (1...6).contains(signs.count), rest.first?.isWhitespace != false else {
      return nil
    }
    return String(rest)
  }
}
