/// Markdown of a comment as it may stand on a page, whose headings are its own and whose rest follows.
struct CommentText {
  private var lines: [String] = []
  private var fence: (sign: String, indentation: Substring)?
  /// Whether the last line was made of a heading, and has to be a paragraph of its own.
  private var isAfterHeading = false

  var text: String { lines.joined(separator: "\n") }

  init(_ text: String) {
    let all = text.lines
    for (index, line) in all.enumerated() {
      if line.trimmingSpace().hasPrefix("<!--"), fence == nil,
        !all[index...].contains(where: { $0.contains("-->") })
      {
        add(line.replacing("<!--", with: "&lt;!--"))
      } else {
        add(line)
      }
    }
    if let fence { lines.append(fence.indentation + fence.sign) }
  }

  private mutating func add(_ line: String) {
    if let open = fence?.sign {
      lines.append(line)
      if line.closes(open) { fence = nil }
    } else if let sign = line.fence {
      fence = (sign, line.prefix(while: \.isWhitespace))
      append(line)
    } else if line.isUnderline, !isAfterHeading, let last = lines.last, last.isOfParagraph {
      lines.removeLast()
      addHeading(last)
    } else if let heading = line.heading {
      addHeading(heading)
    } else {
      append(line)
    }
  }

  private mutating func append(_ line: String) {
    // An item of a list within a list, or a paragraph: what is above would tell.
    let isAmbiguous = line.isUnderline && lines.last?.first?.isWhitespace == true
    if isAfterHeading || isAmbiguous, !line.isBlank { lines.append("") }
    isAfterHeading = false
    lines.append(line)
  }

  private mutating func addHeading(_ text: String) {
    if lines.last?.isBlank == false { lines.append("") }
    let text = text.trimmingSpace()
    if text.isEmpty { return }
    lines.append("**\(text)**")
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
