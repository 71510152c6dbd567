/// A path as the file system knows it: bytes, which need not be text.
struct Path: Hashable, Sendable {
  /// With the zero at the end that the system expects.
  private let terminated: [UInt8]

  init(_ bytes: some Collection<UInt8>) {
    terminated = bytes + [0]
  }

  var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// The part after the last slash.
  var name: ArraySlice<UInt8> {
    bytes.lastIndex(of: slash).map { bytes[($0 + 1)...] } ?? bytes
  }

  /// The path of what has a name in this folder. The names in the current folder stand for themselves.
  func appending(_ name: some Collection<UInt8>) -> Path {
    if terminated == [dot, 0] { return Path(name) }
    let separator = bytes.last == slash ? [] : [slash]
    return Path(bytes + separator + name)
  }

  /// The path as text. If it is none, what is not ASCII is written as `\xFF`.
  var text: String {
    terminated.withUnsafeBytes {
      String(validatingCString: $0.assumingMemoryBound(to: CChar.self).baseAddress!)
    }
      ?? bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : hex($0) }.joined()
  }

  /// The path on one line: line breaks and other control characters are escaped.
  var line: String {
    let text = text
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case _ where isControl(scalar): "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Hands the path to a function of the system.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    terminated.withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }
}

extension Path: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text.utf8) }
}

extension Path: Comparable {
  static func < (one: Path, other: Path) -> Bool {
    one.terminated.lexicographicallyPrecedes(other.terminated)
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
}

private func hex(_ byte: UInt8) -> String { "\\x" + String(byte, radix: 16, uppercase: true) }
