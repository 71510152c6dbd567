/// A line of a text file.
struct Line: Equatable {
  /// Counted from 1.
  var number: Int
  var text: String
}

extension Line {
  static func all(of text: String) -> [Line] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      Line(number: $0.offset + 1, text: String($0.element))
    }
  }

  /// The doc comments of Swift code, each without its slashes.
  static func docComments(of code: String) -> [[Line]] {
    var comments: [[Line]] = []
    var isOpen = false
    for line in all(of: code) {
      let comment = line.text.drop { $0 == " " }
      guard comment.hasPrefix("///") else {
        isOpen = false
        continue
      }
      if !isOpen { comments.append([]) }
      isOpen = true
      let content = comment.dropFirst(3)
      let text = content.first == " " ? content.dropFirst() : content
      comments[comments.count - 1].append(Line(number: line.number, text: String(text)))
    }
    return comments
  }
}
