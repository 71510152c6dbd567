/// The parts of a doc comment.
struct DocComment: Equatable {
  /// What is said of a symbol, in one paragraph.
  var summary = ""
  var discussion: [Block] = []
  var parameters: [Parameter] = []
  var returns: String?
  var `throws`: String?
  /// Complexity, preconditions and the like, as they were written.
  var fields: [Field] = []

  enum Block: Equatable {
    /// Markdown with links to symbols.
    case text(String)
    /// Lines that are taken as they are, fences included.
    case code(String)
    case callout(Field)
  }

  struct Parameter: Equatable {
    var name: String
    var text: String
  }

  struct Field: Equatable {
    var title: String
    var text: String
  }

  var isEmpty: Bool { self == DocComment() }

  init() {}

  init(_ lines: [String]) {
    self.init(blocks: DocCommentLines(lines.withoutHTMLComments()).blocks())
  }

  init(_ text: String) {
    self.init(text.lines)
  }

  private init(blocks: [DocCommentLines.Block]) {
    for block in blocks {
      switch block {
      case .text(let text):
        if summary.isEmpty, discussion.isEmpty {
          let end = text.firstRange(of: "\n\n")
          summary = String(text[..<(end?.lowerBound ?? text.endIndex)])
          if let end { discussion.append(.text(String(text[end.upperBound...]))) }
        } else {
          discussion.append(.text(text))
        }
      case .code(let code):
        discussion.append(.code(code))
      case .item(let keyword, let argument, let body):
        add(keyword, argument, body)
      }
    }
  }

  private mutating func add(_ keyword: String, _ argument: String, _ body: [String]) {
    let text = body.itemText
    switch keyword {
    case "parameter": parameters.append(Parameter(name: argument, text: text))
    case "parameters": parameters += DocCommentLines(body).parameters()
    case "returns": returns = returns.map { "\($0)\n\n\(text)" } ?? text
    case "throws": self.throws = self.throws.map { "\($0)\n\n\(text)" } ?? text
    default:
      let field = Field(title: Self.titles[keyword]!, text: text)
      if Self.callouts.contains(keyword) {
        discussion.append(.callout(field))
      } else {
        fields.append(field)
      }
    }
  }

  /// What items that begin with a keyword are called. They are found without regard to case.
  static let titles = [
    "parameter": "Parameter", "parameters": "Parameters", "returns": "Returns", "throws": "Throws",
    "attention": "Attention", "author": "Author", "authors": "Authors", "bug": "Bug",
    "complexity": "Complexity", "copyright": "Copyright", "date": "Date",
    "experiment": "Experiment", "important": "Important", "invariant": "Invariant",
    "mutatingvariant": "Mutating variant", "nonmutatingvariant": "Nonmutating variant",
    "note": "Note", "postcondition": "Postcondition", "precondition": "Precondition",
    "remark": "Remark", "requires": "Requires", "seealso": "See also", "since": "Since",
    "tip": "Tip", "todo": "To do", "version": "Version", "warning": "Warning",
  ]

  /// Those that stay where they were written.
  static let callouts: Set<String> = [
    "attention", "bug", "experiment", "important", "note", "remark", "tip", "todo", "warning",
  ]
}
