import Testing

@testable import LineCount

@Suite struct LanguageTests {
  @Test(arguments: [
    ("a.swift", Language.swift),
    ("Sources/b.c", .c),
    ("x/a.H", .cHeader),
    ("a.b.py", .python),
    ("Makefile", .makefile),
    ("x/GNUmakefile", .makefile),
    ("Dockerfile", .dockerfile),
    ("CMakeLists.txt", .cmake),
    ("notes.txt", .other),
    ("README", .other),
    (".swift", .swift),
    ("swift/a", .other),
    ("bin/go", .other),
    ("c", .other),
    ("Rakefile", .ruby),
    ("old.dockerfile", .dockerfile),
    ("a.", .other),
    ("", .other),
  ])
  func `A name says what a file is written in`(path: String, language: Language) {
    #expect(Language(of: Path(path.utf8)) == language)
  }

  @Test func `A name that is no text is that of no language, or says it at its end`() {
    #expect(Language(of: Path([0xFF, 0xFE])) == .other)
    #expect(Language(of: Path([0xFF] + Array(".rs".utf8))) == .rust)
    #expect(Language(of: Path(Array("a.".utf8) + [0xFF])) == .other)
  }
}
