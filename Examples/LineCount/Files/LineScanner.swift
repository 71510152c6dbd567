import Foundation

/// Counts the lines of one file, which comes in pieces. It knows nothing of where they come from.
struct LineScanner {
  private(set) var counts = Counts()

  private enum Place {
    case code

    /// Where nothing matters but the end of the line.
    case rest

    /// Inside the comment or string that a token began, and how deep.
    case inside(token: Int, depth: Int)
  }

  private let syntax: Syntax
  private var place = Place.code
  private var hasCode = false
  private var hasComment = false

  /// Whether the last line has begun and not ended.
  private var isOpen = false

  init(_ syntax: Syntax) {
    self.syntax = syntax
    counts.files = 1
  }

  /// Scans the next piece.
  ///
  /// - Parameters:
  ///   - bytes: What was left of the piece before, and what follows it.
  ///   - isLast: Whether nothing follows.
  /// - Returns: How many bytes are done with: what begins a token may be left for the next piece.
  /// - Complexity: O(n), where n is the number of bytes.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int {
    var at = 0
    let end = bytes.count
    // What is nearer to the end than this may go on in the next piece.
    let known = isLast ? end : end - syntax.lookahead + 1
    let classes = syntax.classes
    classes.withUnsafeBufferPointer { classes in
      scanning: while at < end {
        switch place {
        case .rest:
          at = lineEnd(bytes, at)
          if at < end { place = .code }
        case .code:
          let byte = bytes[at]
          switch classes[Int(byte)] {
          case .plain:
            hasCode = true
            if syntax.isDecidedEarly {
              place = .rest
            } else {
              repeat { at += 1 } while at < end && classes[Int(bytes[at])].continuesCode
            }
          case .space: at += 1
          case .lineEnd: endLine(&at)
          case .opening:
            if at >= known { break scanning }
            open(bytes, &at)
          }
        case .inside(let index, let depth):
          scanInside(index, depth, bytes, &at, known)
          if at >= known, at < end, bytes[at] != newline { break scanning }
        }
      }
    }
    if at > 0 { isOpen = bytes[at - 1] != newline }
    counts.bytes += at
    if isLast, isOpen { classify() }
    return at
  }

  /// What may be a token begins here.
  private mutating func open(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) {
    for (index, token) in syntax.tokens.enumerated() where token.opening.isNext(in: bytes, at) {
      if token.kind == .lines, !isLineStart(bytes, at) { continue }
      if token.isString { hasCode = true } else { hasComment = true }
      place = token.kind == .line ? .rest : .inside(token: index, depth: 1)
      at += token.opening.count
      return
    }
    hasCode = true
    at += 1
  }

  /// Goes on to the end of the line, or of the comment or string.
  private mutating func scanInside(
    _ index: Int, _ depth: Int, _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ known: Int
  ) {
    let token = syntax.tokens[index]
    let (first, nested) = (token.closing[0], token.kind == .nested ? token.opening[0] : nil)
    let escape = token.isString ? UInt8(ascii: "\\") : nil
    while at < bytes.count {
      let byte = bytes[at]
      if byte == newline {
        if token.kind == .string { place = .code }
        return endLine(&at)
      }
      if !byte.isSpace {
        if token.isString { hasCode = true } else { hasComment = true }
        if byte == first || byte == nested || byte == escape {
          if at >= known { return }
          if token.kind == .lines {
            if token.closing.isNext(in: bytes, at), isLineStart(bytes, at) {
              place = .rest
              return
            }
          } else if token.closing.isNext(in: bytes, at) {
            place = depth == 1 ? .code : .inside(token: index, depth: depth - 1)
            at += token.closing.count
            return
          }
          if nested != nil, token.opening.isNext(in: bytes, at) {
            place = .inside(token: index, depth: depth + 1)
            at += token.opening.count
            return
          }
          // The byte behind a backslash closes nothing.
          if byte == escape, at + 1 < bytes.count, bytes[at + 1] != newline { at += 1 }
        }
      }
      at += 1
    }
  }

  private func isLineStart(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    at == 0 ? !isOpen : bytes[at - 1] == newline
  }

  private mutating func endLine(_ at: inout Int) {
    counts.lines += 1
    classify()
    at += 1
  }

  private mutating func classify() {
    if hasCode {
      counts.code += 1
    } else if hasComment {
      counts.comment += 1
    } else {
      counts.blank += 1
    }
    (hasCode, hasComment) = (false, false)
  }
}

private let newline = UInt8(ascii: "\n")

/// Where the line ends, or the bytes do.
private func lineEnd(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
  guard let base = bytes.baseAddress,
    let found = memchr(base + at, Int32(newline), bytes.count - at)
  else { return bytes.count }
  return UnsafeRawPointer(found) - base
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 32 || 9...13 ~= self }
}

extension [UInt8] {
  fileprivate func isNext(in bytes: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    count <= bytes.count - at && indices.allSatisfy { self[$0] == bytes[at + $0] }
  }
}
