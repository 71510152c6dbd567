/// A code block between two fences, of backticks or tildes.
struct Fence: Equatable {
  /// What stands behind the opening fence, word by word: the language first.
  var words: [String]
  /// The line of the opening fence.
  var line: Int
  var code: [Line]
}

extension Fence {
  /// - Throws: A ``Problem`` if a block is not closed.
  static func all(in lines: [Line], of file: String) throws(Problem) -> [Fence] {
    var fences: [Fence] = []
    var open: (fence: Fence, mark: Mark)?
    for line in lines {
      let mark = Mark(line.text)
      if let opening = open?.mark {
        if let mark, mark.closes(opening), let fence = open?.fence {
          fences.append(fence)
          open = nil
        } else {
          open?.fence.code.append(Line(number: line.number, text: opening.unindented(line.text)))
        }
      } else if let mark {
        let words = mark.rest.split(separator: " ").map(String.init)
        open = (Fence(words: words, line: line.number, code: []), mark)
      }
    }
    if let (fence, _) = open { throw Problem(file, fence.line, "The code block is not closed.") }
    return fences
  }

  /// The beginning of a line that may open or close a block.
  private struct Mark {
    let indentation: Int
    let character: Character
    let count: Int
    let rest: Substring

    init?(_ line: String) {
      let text = line.drop { $0 == " " }
      guard let first = text.first, first == "`" || first == "~" else { return nil }
      let rest = text.drop { $0 == first }
      count = text.count - rest.count
      guard count >= 3, first == "~" || !rest.contains("`") else { return nil }
      indentation = line.count - text.count
      character = first
      self.rest = rest
    }

    func closes(_ opening: Mark) -> Bool {
      character == opening.character && count >= opening.count && rest.allSatisfy { $0 == " " }
    }

    /// A line of the block that this mark opens, without as much indentation as the mark has.
    func unindented(_ line: String) -> String {
      let spaces = line.prefix(indentation).prefix { $0 == " " }
      return String(line.dropFirst(spaces.count))
    }
  }
}
