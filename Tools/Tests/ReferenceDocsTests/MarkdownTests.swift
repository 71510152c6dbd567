import Testing

@testable import ReferenceDocs

struct MarkdownTests {
  private func rewritten(_ text: String) -> String {
    Markdown.rewriting(text, target: { "to/\($0)" }) { path in
      path == "missing" ? nil : "[`\(path)`](\(path).md)"
    }
  }

  @Test(arguments: [
    ("See ``Type``.", "See [`Type`](Type.md)."),
    (
      "See ``Type/member(_:)``, ``other``",
      "See [`Type/member(_:)`](Type/member(_:).md), [`other`](other.md)"
    ),
    ("A <doc:Type> here", "A [`Type`](Type.md) here"),
    ("[that](doc:Type/a(_:)) and [this](page.md)", "[that](Type/a(_:).md) and [this](to/page.md)"),
    ("``missing`` and <doc:missing>", "`missing` and `missing`"),
    ("`code ``Type`` code`", "`code ``Type`` code`"),
    ("``a ` b`` and `[x](y)`", "``a ` b`` and `[x](y)`"),
    ("one ` and ``Type``", "one ` and [`Type`](Type.md)"),
    ("a < b, a[0] ]", "a < b, a[0] ]"),
    // Lines stay lines: of a quote and what is under it, one would be a heading.
    ("<doc:\n> that\n===", "<doc:\n> that\n==="),
    ("[that](doc:\n> that)\n===", "[that](doc:\n> that)\n==="),
    ("## Heading\ntext", "**Heading**\n\ntext"),
    // Behind "one" a paragraph goes on there, else it is a list in a list, and neither may become a heading.
    ("one\n\t- two\n===", "one\n\t- two\n\n==="),
    ("1. one\n    - two\n---", "1. one\n    - two\n\n---"),
    // The end of code is no heading.
    ("```\none\n```\n===", "```\none\n```\n==="),
    ("~~~\n``Type``\n~~~\n``Type``", "~~~\n``Type``\n~~~\n[`Type`](Type.md)"),
    ("#hashtag", "#hashtag"),
  ])
  func linksAreRewritten(_ text: String, _ expected: String) {
    #expect(rewritten(text) == expected)
  }

  @Test(arguments: [
    ("Instance methods", "instance-methods"),
    ("`map(_:)`", "map_"),
    ("`==(_:_:)`", "__"),
    ("S4 No action inside `reduce`", "s4-no-action-inside-reduce"),
    ("Größe & Maß", "größe--maß"),
    ("a-b_c", "a-b_c"),
  ])
  func slugsAreThoseOfForges(_ heading: String, _ expected: String) {
    #expect(Markdown.slug(heading) == expected)
  }

  @Test(arguments: [("a", "`a`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``")])
  func codeSpansHoldBackticks(_ text: String, _ expected: String) {
    #expect(Markdown.code(text) == expected)
  }

  @Test func itemsKeepTheirLinesTogether() {
    #expect(Markdown.item("one\ntwo\n\nthree") == "- one\n  two\n\n  three")
    #expect(Markdown.quote("one\n\ntwo") == "> one\n>\n> two")
  }
}
