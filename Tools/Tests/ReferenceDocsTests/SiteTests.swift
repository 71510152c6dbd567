import Testing

@testable import ReferenceDocs

struct SiteTests {
  @Test(arguments: [
    ("A/x.md", "A/y.md", nil, "y.md"),
    ("A/x.md", "B/y.md", "z", "../B/y.md#z"),
    ("A/x.md", "A/x.md", "z", "#z"),
    ("A/x.md", "A/x.md", nil, "x.md"),
    ("x.md", "A/y.md", nil, "A/y.md"),
    ("A/x.md", "y.md", nil, "../y.md"),
  ])
  func waysAreRelative(_ from: String, _ page: String, _ anchor: String?, _ way: String) {
    #expect(Site.way(from: from, to: Site.Place(page: page, anchor: anchor)) == way)
  }

  /// Where upper and lower case are the same to a file system, and where names are no file's.
  @Test func filesHaveNamesOfTheirOwn() {
    var names = FileNames(reserved: ["README.md", "index.md"])
    #expect(names.unique("Box") == "Box.md")
    #expect(names.unique("BOX") == "BOX-2.md")
    #expect(names.unique("Index") == "Index-2.md")
    #expect(names.unique("Box.Side") == "Box.Side.md")
    #expect(names.unique("odd name/x") == "odd-name-x.md")
    #expect(names.unique("Größe") == "Größe.md")
  }
}
