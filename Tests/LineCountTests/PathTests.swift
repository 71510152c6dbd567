import Testing

@testable import LineCount

@Suite struct PathTests {
  @Test func `A name is put behind a folder`() {
    #expect(Path("a").appending("b".utf8) == "a/b")
    #expect(Path("a/").appending("b".utf8) == "a/b")
    #expect(Path("/").appending("b".utf8) == "/b")
    #expect(Path(".").appending("b".utf8) == "b")
    #expect(Path("..").appending("b".utf8) == "../b")
    #expect(Path("").appending("b".utf8) == "/b")
  }

  @Test func `The name is what follows the last slash`() {
    #expect(Path("a/b.c").name.elementsEqual("b.c".utf8))
    #expect(Path("b").name.elementsEqual("b".utf8))
    #expect(Path("a/").name.isEmpty)
  }

  @Test func `Text is shown as it is, and what is none, byte by byte`() {
    #expect(Path("\u{e4}/\u{1f600}\n").text == "\u{e4}/\u{1f600}\n")
    #expect(Path([0x61, 0xFF, 0xC3, 0x0A]).text == "a\\xFF\\xC3\n")
  }

  @Test func `On one line there are no control characters`() {
    #expect(Path("a\nb\tc\rd\u{1b}[2J").line == "a\\nb\\tc\\rd\\u{1b}[2J")
    #expect(Path([0xFF, 0x0A]).line == "\\xFF\\n")
    #expect(Path("a b\u{e4}").line == "a b\u{e4}")
  }
}
