extension Character {
  /// Whether it may be in the middle of a name.
  var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "`" }
}

extension StringProtocol {
  func trimmingSpace() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// The number of spaces at the beginning.
  var indentation: Int { prefix { $0 == " " }.count }

  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension String {
  /// The lines, which may end as in Windows, too.
  var lines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
