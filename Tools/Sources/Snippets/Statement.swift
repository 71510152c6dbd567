/// What a document says that its code prints.
enum Statement: Equatable {
  /// In a comment: `// prints 1`, `// prints 1, 2 and 3`, `// prints nothing`.
  case values(String, line: Int)
  /// In a block of its own, whole lines.
  case lines([String], line: Int)

  static func all(in line: Line) -> Statement? {
    guard let range = line.text.firstRange(of: "// prints ") else { return nil }
    let text = line.text[range.upperBound...]
    return .values(String(text), line: line.number)
  }

  /// - Returns: What contradicts the statements, if anything does.
  static func problem(
    of statements: [Statement], printed: [String], file: String
  ) -> Problem? {
    var printed = printed[...]
    var last = 0
    for statement in statements {
      switch statement {
      case .values(let text, let line):
        last = line
        if let problem = take(text, from: &printed) { return Problem(file, line, problem) }
      case .lines(let lines, let line):
        last = line
        let found = Array(printed.prefix(lines.count))
        guard found == lines else {
          let found = found.joined(separator: "\n")
          return Problem(file, line, "The block does not say what is printed:\n\(found)")
        }
        printed = printed.dropFirst(lines.count)
      }
    }
    guard let more = printed.first else { return nil }
    return Problem(file, last, "After this, more is printed than is said: \(more)")
  }

  /// Takes as many lines as the text has values, which may contain what stands between values.
  private static func take(_ text: String, from printed: inout ArraySlice<String>) -> String? {
    guard text != "nothing" else { return nil }
    var rest = text[...]
    while true {
      guard let line = printed.popFirst() else {
        return "The comment says “\(rest)”, and nothing is printed."
      }
      guard rest.hasPrefix(line) else {
        return "The comment says “\(rest)”, and “\(line)” is printed."
      }
      rest = rest.dropFirst(line.count)
      if rest.isEmpty { return nil }
      guard let separator = [", ", " and "].first(where: rest.hasPrefix) else {
        return "The comment says “\(line)\(rest)”, and “\(line)” is printed."
      }
      rest = rest.dropFirst(separator.count)
    }
  }
}
