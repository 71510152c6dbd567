/// The lines of a doc comment, and what they are: text, code, or an item that begins with a keyword.
struct DocCommentLines {
  enum Block: Equatable {
    case text(String)
    case code(String)
    /// `- Parameter name: body`, with the keyword in lower case.
    case item(keyword: String, argument: String, body: [String])
  }

  private let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  func blocks() -> [Block] {
    var blocks: [Block] = []
    var text: [String] = []
    func endText() {
      let joined = text.trimmedOfBlank().joined(separator: "\n")
      if !joined.isEmpty { blocks.append(.text(joined)) }
      text = []
    }

    var index = 0
    while index < lines.count {
      if let end = endOfFence(at: index) ?? endOfIndentedCode(at: index, after: text) {
        endText()
        blocks.append(.code(code(index..<end)))
        index = end
      } else if let item = keywordItem(at: index, after: text) ?? aside(at: index) {
        endText()
        blocks.append(item.block)
        index = item.end
      } else {
        text.append(lines[index])
        index += 1
      }
    }
    endText()
    return blocks
  }

  /// The items of a list of parameters, `- name: text`.
  func parameters() -> [DocComment.Parameter] {
    var parameters: [DocComment.Parameter] = []
    var index = 0
    while index < lines.count {
      guard let item = ListItem(lines[index]), let colon = item.text.firstIndex(of: ":") else {
        index += 1
        continue
      }
      let end = endOfItem(at: index, item)
      let body = [String(item.text[item.text.index(after: colon)...])] + rest(index, end, item)
      parameters.append(
        DocComment.Parameter(
          name: item.text[..<colon].trimmingSpace().trimmingBackticks(),
          text: body.itemText))
      index = end
    }
    return parameters
  }

  // MARK: - Code

  /// Lines of code, with an end if it has none.
  private func code(_ range: Range<Int>) -> String {
    var code = lines[range].trimmedOfBlank()
    if let first = code.first, let fence = first.fence, code.count == 1 || !code.last!.closes(fence)
    {
      code.append(first.prefix(while: \.isWhitespace) + fence)
    }
    return code.joined(separator: "\n")
  }

  private func endOfFence(at index: Int) -> Int? {
    guard let fence = lines[index].fence else { return nil }
    let end = lines[(index + 1)...].firstIndex { $0.closes(fence) }
    return (end ?? lines.count - 1) + 1
  }

  /// Lines that are indented by four, unless they go on with a paragraph or belong to a list.
  private func endOfIndentedCode(at index: Int, after text: [String]) -> Int? {
    guard lines[index].indentation >= 4, !lines[index].isBlank else { return nil }
    if let last = text.last, !last.isBlank { return nil }
    if isInList(after: text) { return nil }
    let end = lines[index...].firstIndex { !$0.isBlank && $0.indentation < 4 } ?? lines.count
    return lines[index..<end].lastIndex { !$0.isBlank }! + 1
  }

  /// Whether an indented line goes on with an item of a list.
  private func isInList(after text: [String]) -> Bool {
    text.last { !$0.isBlank && $0.indentation < 2 }.flatMap(ListItem.init) != nil
  }

  // MARK: - Items

  private func keywordItem(at index: Int, after text: [String]) -> (block: Block, end: Int)? {
    guard let item = ListItem(lines[index]), item.indentation < 4,
      item.indentation < 2 || !isInList(after: text), let colon = item.text.firstIndex(of: ":")
    else { return nil }
    let words = item.text[..<colon].split(separator: " ", maxSplits: 1).map(String.init)
    guard let keyword = words.first?.lowercased(), DocComment.titles[keyword] != nil,
      keyword == "parameter" ? words.count == 2 : words.count == 1
    else { return nil }
    let end = endOfItem(at: index, item)
    let argument = words.count > 1 ? words[1].trimmingSpace().trimmingBackticks() : ""
    let body =
      [item.text[item.text.index(after: colon)...].trimmingSpace()]
      + rest(index, end, item)
    return (.item(keyword: keyword, argument: argument, body: body), end)
  }

  /// `> Note: text`
  private func aside(at index: Int) -> (block: Block, end: Int)? {
    guard let first = lines[index].quoted, let colon = first.firstIndex(of: ":") else { return nil }
    let keyword = first[..<colon].lowercased()
    guard DocComment.callouts.contains(keyword) else { return nil }
    var body = [first[first.index(after: colon)...].trimmingSpace()]
    var end = index + 1
    while end < lines.count, let line = lines[end].quoted {
      body.append(line)
      end += 1
    }
    return (.item(keyword: keyword, argument: "", body: body), end)
  }

  /// An item ends before the next one, and where text begins at the margin after an empty line.
  private func endOfItem(at index: Int, _ item: ListItem) -> Int {
    var end = index + 1
    var isAfterBlank = false
    while end < lines.count {
      let line = lines[end]
      if line.isBlank {
        isAfterBlank = true
      } else if line.indentation <= item.indentation {
        if isAfterBlank || ListItem(line) != nil || line.fence != nil || line.quoted != nil {
          break
        }
      } else {
        isAfterBlank = false
      }
      end += 1
    }
    return end
  }

  /// The lines of an item after its first, without its indentation.
  private func rest(_ start: Int, _ end: Int, _ item: ListItem) -> [String] {
    lines[(start + 1)..<end].map { line in
      String(line.dropFirst(min(line.indentation, item.contentIndentation)))
    }
  }
}

/// `- text`, with any of the three signs.
private struct ListItem {
  var indentation: Int
  var text: String
  var contentIndentation: Int { indentation + 2 }

  init?(_ line: String) {
    indentation = line.indentation
    let rest = line.dropFirst(indentation)
    guard let sign = rest.first, "-*+".contains(sign), rest.dropFirst().first == " " else {
      return nil
    }
    text = rest.dropFirst(2).trimmingSpace()
  }
}

extension [String] {
  /// What an item says that has these lines. A comment may begin right behind its keyword.
  var itemText: String { withoutHTMLComments().joined(separator: "\n").trimmingSpace() }
}

extension String {
  /// The backticks or tildes that begin a block of code.
  var fence: String? {
    let trimmed = trimmingSpace()
    guard let sign = trimmed.first, sign == "`" || sign == "~" else { return nil }
    let fence = trimmed.prefix { $0 == sign }
    guard fence.count >= 3, sign == "~" || !trimmed.dropFirst(fence.count).contains("`") else {
      return nil
    }
    return String(fence)
  }

  fileprivate var quoted: String? {
    first == ">" ? dropFirst().trimmingSpace() : nil
  }
}

extension StringProtocol {
  fileprivate func trimmingBackticks() -> String {
    String(drop { $0 == "`" }.reversed().drop { $0 == "`" }.reversed())
  }
}

extension RandomAccessCollection<String> where Index == Int {
  /// Without empty lines at the beginning and at the end.
  fileprivate func trimmedOfBlank() -> [String] {
    guard let first = firstIndex(where: { !$0.isBlank }),
      let last = lastIndex(where: { !$0.isBlank })
    else { return [] }
    return Array(self[first...last])
  }
}
