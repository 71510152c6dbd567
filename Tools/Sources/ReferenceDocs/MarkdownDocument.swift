/// The links of a markdown file, and what can be linked to in it.
struct MarkdownDocument {
  struct Link: Equatable {
    var line: Int
    var target: String
  }

  private(set) var links: [Link] = []
  private(set) var anchors: Set<String> = []
  private var headings = Anchors()

  init(_ text: String) {
    // What is not text: a line is emptied rather than left out, so that lines keep their numbers.
    var lines = Self.withoutCode(text)
    var paragraph: String?
    for (index, line) in lines.enumerated() {
      if let heading = Self.heading(line) {
        addHeading(heading)
        paragraph = nil
      } else if let text = paragraph, line.isUnderline {
        addHeading(text)
        paragraph = nil
      } else {
        paragraph = line.isOfParagraph ? line.trimmingSpace() : nil
      }
      addAnchors(line)
      lines[index] = Self.withoutCodeSpans(line)
    }
    for (index, line) in lines.enumerated() {
      for target in Self.targets(line) { links.append(Link(line: index + 1, target: target)) }
    }
  }

  // MARK: - Headings

  private mutating func addHeading(_ text: String) {
    anchors.insert(headings.add(Self.plain(text)))
  }

  private static func heading(_ line: String) -> String? {
    let trimmed = line.trimmingSpace()
    let signs = trimmed.prefix { $0 == "#" }
    guard (1...6).contains(signs.count), line.indentation < 4 else { return nil }
    let rest = trimmed.dropFirst(signs.count)
    guard rest.isEmpty || rest.first == " " else { return nil }
    // `## Heading ##` ends as it begins.
    let text = rest.trimmingSpace()
    let withoutEnd = text.reversed().drop { $0 == "#" }.reversed()
    return withoutEnd.isEmpty || withoutEnd.last == " "
      ? String(withoutEnd).trimmingSpace() : text
  }

  /// A heading as it is read: links by their texts, code and emphasis without signs.
  private static func plain(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let span = rest.firstMatch(of: codeSpan) {
      result += withoutEmphasis(rest[..<span.range.lowerBound]) + span.output.0
      rest = rest[span.range.upperBound...]
    }
    return result + withoutEmphasis(rest)
  }

  private static func withoutEmphasis(_ text: Substring) -> String {
    String(text).replacing(/!?\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
      .replacing(/<[^>]+>/, with: "")
      .replacing(/(^|\W)_([^_]+)_(?=\W|$)/) { "\($0.output.1)\($0.output.2)" }
  }

  private mutating func addAnchors(_ line: String) {
    for match in line.matches(of: /<a\s[^>]*?(?:id|name)="([^"]+)"/) {
      anchors.insert(String(match.output.1))
    }
  }

  // MARK: - Code

  /// The lines, those of code blocks and comments emptied.
  private static func withoutCode(_ text: String) -> [String] {
    var fence: String?
    var isComment = false
    return text.lines.map { line in
      if let open = fence {
        if line.closes(open) { fence = nil }
        return ""
      }
      if isComment {
        isComment = !line.contains("-->")
        return ""
      }
      if line.beginsHTMLComment {
        isComment = !line.contains("-->")
        return ""
      }
      fence = line.fence
      return fence == nil ? line : ""
    }
  }

  private static var codeSpan: Regex<(Substring, Substring)> {
    /(`+)(?!`)(?:(?!`).|(?!\1(?!`))`+)*?\1(?!`)/
  }

  private static func withoutCodeSpans(_ line: String) -> String {
    line.replacing(codeSpan, with: "")
  }

  // MARK: - Links

  private static func targets(_ line: String) -> [String] {
    var targets = line.matches(of: /\]\(\s*(<[^>]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+["'(][^)]*)?\)/)
      .map { String($0.output.1) }
    if let match = line.prefixMatch(of: /\s{0,3}\[[^\]]+\]:\s*(\S+)/) {
      targets.append(String(match.output.1))
    }
    targets += line.matches(of: /<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/).map {
      String($0.output.1)
    }
    return targets.map { $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : $0 }
  }
}

extension String {
  /// Whether it makes the line before it a heading, if that is one of a paragraph.
  var isUnderline: Bool {
    let trimmed = trimmingSpace()
    return !trimmed.isEmpty
      && (trimmed.allSatisfy { $0 == "=" } || trimmed.allSatisfy { $0 == "-" })
  }

  /// Whether it is a heading when underlined, which a line of a list, a quote or a table is not, nor where
  /// code begins or ends.
  var isOfParagraph: Bool {
    let trimmed = trimmingSpace()
    return !trimmed.isEmpty && fence == nil
      && !["- ", "* ", "+ ", ">", "|"].contains { trimmed.hasPrefix($0) }
  }
}
