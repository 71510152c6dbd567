import CoreEngineTesting
import Foundation

/// A tree of files that have all that text can have, the same for the same seed.
struct Tree {
  var files: Int
  var averageSize: Int
  var seed: UInt64 = 1

  /// Writes the tree.
  ///
  /// - Complexity: O(n), where n is the number of bytes.
  func write(in folder: URL) throws {
    var random = SplitMix(seed: seed)
    for number in 0..<files {
      let name = Self.names.randomElement(using: &random)!
      let path = folder.appending("\(number % 97)/sub folder \(number / 97 % 13)")
      if number < 97 * 13 {
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      }
      let size = Int.random(in: 0...2 * averageSize, using: &random)
      try write(content(size, &random), to: path.appending("\(number)\(name)"))
    }
  }

  /// Writes a file without waiting until it is on the disk, as `Data.write(to:)` does: that takes a minute
  /// for thousands of them.
  private func write(_ bytes: [UInt8], to file: URL) throws {
    guard let stream = fopen(file.path, "w") else { throw error(errno) }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else { throw error(errno) }
  }

  private func content(_ size: Int, _ random: inout SplitMix) -> [UInt8] {
    // Few of them are empty, or end in the middle of a line.
    if Int.random(in: 0..<50, using: &random) == 0 { return [] }
    let end = Int.random(in: 0..<10, using: &random) == 0 ? [] : [UInt8(ascii: "\n")]
    let isBinary = Int.random(in: 0..<50, using: &random) == 0
    var bytes: [UInt8] = isBinary ? [0] : []
    while bytes.count < size {
      bytes += Self.lines.randomElement(using: &random)!
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes.dropLast() + end
  }

  private static let names = [
    ".swift", ".c", ".h", ".py", ".sh", ".md", ".json", ".txt", ".rs", ".lua", ".html", ".yaml", "",
    " \u{e4}.go", ".MK",
  ]

  private static let lines: [[UInt8]] =
    [
      "", "", " ", "\t", "\r", "  \u{b}\u{c}\r", "let a = 1", "  return a + b // sum", "// comment",
      "  # comment", "/* one */", "/* open", "close */", "\"\"\"", "text \"quoted /* text\"", "'",
      "-- comment", "--[[", "]]", "<!-- a", "-->", "if (a == '\\'') {", "}\r", "\u{e4}\u{1f600}",
      "a line that is so long that it is longer than most of the other lines that there are here",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0x80], [0xA0], [0xC2, 0x85], [0x61, 0, 0x62]]
}
