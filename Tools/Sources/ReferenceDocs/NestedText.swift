/// Code of which is known how deep in brackets each character stands. The brackets themselves belong
/// to what is around them.
struct NestedText {
  private let characters: [Character]
  private let depths: [Int]

  init(_ text: String) {
    characters = Array(text)
    var depths: [Int] = []
    var open: [Character] = []
    var isString = false
    for (index, character) in characters.enumerated() {
      let previous = index > 0 ? characters[index - 1] : " "
      if character == "\"", previous != "\\" { isString.toggle() }
      let isBracket = !isString && Self.isBracket(character, after: previous, in: open)
      if isBracket, ")]}>".contains(character) { open.removeLast() }
      depths.append(open.count)
      if isBracket, "([{<".contains(character) { open.append(character) }
    }
    self.depths = depths
  }

  /// `<` and `>` may be parts of operators, too.
  private static func isBracket(
    _ character: Character, after previous: Character, in open: [Character]
  ) -> Bool {
    switch character {
    case "(", "[", "{": true
    case ")": open.last == "("
    case "]": open.last == "["
    case "}": open.last == "{"
    case "<": previous.isPartOfName
    case ">": open.last == "<" && previous != "-"
    default: false
    }
  }

  /// The first place of a text that begins at this depth.
  func firstIndex(of text: String, depth: Int, from start: Int = 0) -> Int? {
    let text = Array(text)
    guard characters.count >= start + text.count else { return nil }
    return (start...characters.count - text.count).first {
      depths[$0] == depth && characters[$0..<$0 + text.count].elementsEqual(text)
    }
  }

  func split(_ range: Range<Int>, at separator: Character, depth: Int) -> [String] {
    range.split { characters[$0] == separator && depths[$0] == depth }
      .map { String($0.map { characters[$0] }) }
  }

  /// Whether a text stands at this depth, as a word of its own.
  func contains(word: String, depth: Int) -> Bool {
    var start = 0
    while let index = firstIndex(of: word, depth: depth, from: start) {
      let end = index + word.count
      if index == 0 || !characters[index - 1].isPartOfName,
        end == characters.count || !characters[end].isPartOfName
      {
        return true
      }
      start = end
    }
    return false
  }

  subscript(range: some RangeExpression<Int>) -> String {
    String(characters[range.relative(to: characters)])
  }
}
