/// What begins a comment or a string, prepared for a scan over bytes.
struct Syntax: Sendable {
  struct Token: Sendable {
    enum Kind: Sendable {
      /// A comment to the end of the line.
      case line

      /// A comment up to what closes it.
      case block

      /// The same, with others of its kind inside.
      case nested

      /// A comment of whole lines: what opens and what closes it stands at the beginning of one.
      case lines

      /// A string that ends with its line, if not before.
      case string

      /// A string of several lines.
      case text
    }

    var kind: Kind
    var opening: [UInt8]
    var closing: [UInt8]

    private init(_ kind: Kind, _ opening: String, _ closing: String) {
      self.kind = kind
      self.opening = Array(opening.utf8)
      self.closing = Array(closing.utf8)
    }

    static func line(_ opening: String) -> Token { Token(.line, opening, "") }
    static func block(_ opening: String, _ closing: String) -> Token {
      Token(.block, opening, closing)
    }
    static func nested(_ opening: String, _ closing: String) -> Token {
      Token(.nested, opening, closing)
    }
    static func lines(_ opening: String, _ closing: String) -> Token {
      Token(.lines, opening, closing)
    }
    static func string(_ quote: String) -> Token { Token(.string, quote, quote) }
    static func text(_ quote: String) -> Token { Token(.text, quote, quote) }

    var isString: Bool { kind == .string || kind == .text }
  }

  /// What a byte is outside of comments and strings.
  enum Class {
    case plain, space, lineEnd, opening

    /// Whether code goes on with it: the line does not end, and nothing else begins.
    var continuesCode: Bool { self == .plain || self == .space }
  }

  /// The longest ones first: of `--[[` and `--`, the first.
  let tokens: [Token]

  /// The class of each byte.
  let classes: [Class]

  /// How many bytes it takes to recognise any token, or what a backslash escapes.
  let lookahead: Int

  /// Whether what a line is shows at its beginning: no comment opens behind code.
  let isDecidedEarly: Bool

  init(_ tokens: [Token]) {
    self.tokens = tokens.sorted { $0.opening.count > $1.opening.count }
    var classes = [Class](repeating: .plain, count: 256)
    // What `isspace` says in the C locale.
    for space in [9, 11, 12, 13, 32] { classes[space] = .space }
    classes[10] = .lineEnd
    for token in tokens { classes[Int(token.opening[0])] = .opening }
    self.classes = classes
    lookahead = tokens.reduce(2) { max($0, $1.opening.count, $1.closing.count) }
    isDecidedEarly = tokens.allSatisfy { $0.kind == .line }
  }
}
