/// As much of a page as is known of markdown here, line by line; written apart from what is checked.
struct MarkdownPage {
  private(set) var headings: [String] = []
  /// Those of the headings.
  private(set) var anchors: [String] = []
  private(set) var links: [String] = []
  private(set) var fault: String?

  init(_ text: String) {
    var fence: Substring?
    var isParagraph = false
    var isComment = false
    // By bytes: looking for characters takes several times as long.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.map(Substring.init) {
      let rest = line.drop(while: \.isWhitespace)
      let indentation = line[..<rest.startIndex].reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
      if isComment {
        if rest.contains("-->") { isComment = false }
        continue
      }
      if let open = fence {
        let run = rest.prefix { $0 == open.first }
        let ends = run.count >= open.count && rest.dropFirst(run.count).allSatisfy(\.isWhitespace)
        if ends { fence = nil }
        continue
      }
      if let first = rest.first, first == "`" || first == "~" {
        let run = rest.prefix { $0 == first }
        if run.count >= 3, first == "~" || !rest.dropFirst(run.count).contains("`") {
          fence = run
          isParagraph = false
          continue
        }
      }
      if rest.hasPrefix("<!--"), indentation < 4 {
        isComment = !rest.contains("-->")
        isParagraph = false
        continue
      }
      if indentation < 4 {
        let signs = rest.prefix { $0 == "#" }
        let title = rest.dropFirst(signs.count)
        if 1...6 ~= signs.count, title.isEmpty || title.first == " " || title.first == "\t" {
          add(title)
          isParagraph = false
          continue
        }
        let end = rest.reversed().drop { $0 == " " || $0 == "\t" }
        if isParagraph, let sign = end.first, sign == "=" || sign == "-",
          end.allSatisfy({ $0 == sign })
        {
          add("an underlined one")
          isParagraph = false
          continue
        }
      }
      isParagraph = Self.begins(rest, isParagraph: isParagraph, indentation)
      addLinks(rest)
    }
    if fence != nil { fault = "code does not end" }
    if isComment { fault = "a comment does not end" }
  }

  /// Whether a line is one of a paragraph that could be underlined.
  private static func begins(_ rest: Substring, isParagraph: Bool, _ indentation: Int) -> Bool {
    if rest.allSatisfy(\.isWhitespace) { return false }
    if indentation >= 4 { return isParagraph }
    return !["- ", "* ", "+ ", ">", "|"].contains { rest.hasPrefix($0) }
  }

  private mutating func add(_ title: Substring) {
    var text = title.drop(while: \.isWhitespace)
    // What is code as a whole is read without its signs.
    let signs = text.prefix { $0 == "`" }
    if !signs.isEmpty, Self.end(of: signs, in: text[signs.endIndex...])?.isEmpty == true {
      text = text.dropFirst(signs.count).dropLast(signs.count)
      let isPadded = text.first == " " && text.last == " " && text.contains { $0 != " " }
      if isPadded { text = text.dropFirst().dropLast() }
    }
    headings.append(String(text))
    var anchor = ""
    for character in text.lowercased() {
      if character == " " { anchor.append("-") }
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        anchor.append(character)
      }
    }
    var unique = anchor
    var number = 0
    while anchors.contains(unique) {
      number += 1
      unique = "\(anchor)-\(number)"
    }
    anchors.append(unique)
  }

  private mutating func addLinks(_ line: Substring) {
    var rest = line
    while let index = rest.firstIndex(where: { $0 == "`" || $0 == "]" }) {
      rest = rest[index...]
      let run = rest.prefix { $0 == rest.first }
      let after = rest[run.endIndex...]
      if run.first == "`" {
        rest = Self.end(of: run, in: after) ?? after
      } else if after.first == "(" {
        var depth = 0
        let target = after.dropFirst().prefix { character in
          if character == "(" { depth += 1 }
          if character == ")" { depth -= 1 }
          return depth >= 0 && character != " "
        }
        rest = after[target.endIndex...]
        if rest.first == ")" { links.append(String(target)) }
      } else {
        rest = after
      }
    }
  }

  /// What follows a code span that begins with some backticks.
  private static func end(of run: Substring, in text: Substring) -> Substring? {
    var rest = text
    while let index = rest.firstIndex(of: "`") {
      let other = rest[index...].prefix { $0 == "`" }
      rest = rest[other.endIndex...]
      if other.count == run.count { return rest }
    }
    return nil
  }
}
