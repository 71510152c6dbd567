import CoreEngineTesting
import Testing

@testable import LineCount

@Suite struct LineScannerTests {
  /// What each line is: blank, comment or code.
  @Test(arguments: [
    (Language.swift, "", ""),
    (.swift, "let a = 1\n", "c"),
    (.swift, "let a = 1", "c"),
    (.swift, "\n\n", "bb"),
    (.swift, " \t\u{b}\u{c}\r\n ", "bb"),
    (.swift, "// a\n  // b\nlet c = 1 // c\n", "##c"),
    (.swift, "/* a\n\n b */\nlet c = 1\n", "#b#c"),
    (.swift, "/* a */ let c = 1\nlet c /* a */ = 1\n", "cc"),
    (.swift, "let c = 1 /* a\n b */ + 1\n/* a */\n", "cc#"),
    (.swift, "/* a /* b */\n c */ let d\n", "#c"),
    (.swift, "let a = \"/*\"\nlet b\n", "cc"),
    (.swift, "let a = \"\\\"/*\"\nlet b\n", "cc"),
    (.swift, "let a = \"\"\"\n // no comment /*\n\n \"\"\"\n// one\n", "ccbc#"),
    (.swift, "let a = \"open\n// one\n", "c#"),
    (.swift, "let a = \"back\\\n// one\n", "c#"),
    (.swift, "/ 1\n/", "cc"),
    (.swift, "/*", "#"),
    (.swift, "/*/ a\n*/ b\n", "#c"),
    (.c, "/* a /* b */ int c;\n", "c"),
    (.c, "char a = '\"'; /* b\n*/\n", "c#"),
    (.c, "/***/\n/**/ int a;\n", "#c"),
    (.python, "# a\nb = '#'\n'''\n# text\n'''\n", "#cccc"),
    (.shell, "#!/bin/sh\necho a # b\n  # c\n", "#c#"),
    (.lua, "-- a\n--[[ b\nc ]] d()\n", "##c"),
    (.html, "<p>\n<!-- a\n--> <p>\n<!-- b -->\n", "c#c#"),
    (.sql, "-- a\nSELECT '--' /*\n*/\n", "#c#"),
    (.haskell, "{- a {- b -} c\n-}\nmain\n", "##c"),
    (.ruby, "=begin\na\n=end\nb\n", "###c"),
    (.ruby, "a\n=begin b\n\n =end\n=end c\nd\n", "c#b##c"),
    (.ruby, "a =begin\n =begin\nb\n=end\n", "cccc"),
    (.json, "{\n\n}", "cbc"),
    (.other, "// a\r\n\r\nb\rc", "cbc"),
    (.binary, "\0\n\n\0", "cbc"),
  ])
  func `A line is blank, comment or code`(language: Language, text: String, lines: String) {
    var expected = Counts(files: 1, bytes: text.utf8.count)
    expected.lines = text.utf8.count { $0 == 10 }
    expected.blank = lines.count { $0 == "b" }
    expected.comment = lines.count { $0 == "#" }
    expected.code = lines.count { $0 == "c" }
    for size in [1, 2, 3, 7, 1_000] {
      #expect(
        scan(Array(text.utf8), language, pieces: { size }) == expected, "in pieces of \(size)")
    }
  }

  /// What begins in one piece and ends in another is found all the same.
  @Test func `However the pieces are cut, the counts are the same`() {
    var random = SplitMix(seed: 1)
    let parts = [
      "/*", "*/", "//", "\"", "\"\"\"", "'", "'''", "\\", "#", "--", "[[", "]]", "<!--", "-->",
      "{-",
      "-}", "\n", "\n", "\n", " ", "\t", "\r", "a", "xyz", "\0", "\u{e4}", "=begin", "=end",
    ]
    for language in Language.allCases {
      for _ in 0..<60 {
        let text = (0..<Int.random(in: 0...60, using: &random))
          .map { _ in parts.randomElement(using: &random)! }.joined()
        let bytes = Array(text.utf8)
        let whole = scan(bytes, language, pieces: { 10_000 })
        let cut = scan(bytes, language, pieces: { Int.random(in: 1...9, using: &random) })
        #expect(cut == whole, "\(language): \(text.debugDescription)")
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let all = lines.last == [] ? lines.dropLast() : lines[...]
        #expect(whole.lines == lines.count - 1)
        #expect(whole.blank == all.count { $0.allSatisfy { [9, 11, 12, 13, 32].contains($0) } })
        #expect(whole.blank + whole.comment + whole.code == all.count)
        #expect(whole.bytes == bytes.count)
      }
    }
  }

  private func scan(_ bytes: [UInt8], _ language: Language, pieces: () -> Int) -> Counts {
    var scanner = LineScanner(language.syntax)
    var rest = bytes[...]
    var held: [UInt8] = []
    while !rest.isEmpty {
      let piece = rest.prefix(pieces())
      rest = rest.dropFirst(piece.count)
      held += piece
      let used = held.withUnsafeBytes { scanner.scan($0, isLast: false) }
      held.removeFirst(used)
    }
    _ = held.withUnsafeBytes { scanner.scan($0, isLast: true) }
    return scanner.counts
  }
}
