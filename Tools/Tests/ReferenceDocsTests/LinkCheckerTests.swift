import Testing

@testable import ReferenceDocs

struct LinkCheckerTests {
  private func problems(_ files: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(path, text) }
    return try LinkChecker(root: folder.path).problems().map {
      $0.description.replacing(folder.path, with: "ROOT")
    }
  }

  @Test func whatIsThereIsFound() throws {
    #expect(
      try problems([
        "README.md": """
        # Top
        [a](docs/a.md) [b](./docs/a.md#one-two) [c](#top) [folder](docs) [root](/docs/a.md)
        [web](https://example.org/x.md) [mail](mailto:a@example.org) [same](//example.org)
        ![picture](docs/a%20b.png "title") [angle](<docs/a b.png>) <a href="docs/a.md">a</a>
        [line](Package.swift#L12-L14) [reference][r]

        [r]: docs/a.md#one-two
        """,
        "docs/a.md": "## One `two`\n\n[up](../README.md#top)",
        "docs/a b.png": "", "Package.swift": "",
      ]) == [])
  }

  @Test func whatIsNotThereIsNamed() throws {
    #expect(
      try problems([
        "README.md": """
        # Top
        [a](docs/b.md)
        [b](docs/a.md#two)
        [c](#bottom) and [d](../up.md)
        [e](Package.swift#name)
        ![f](missing.png)
        <img src="gone.png">

        [r]: docs/c.md
        """,
        "docs/a.md": "# One\n\n[x](a.md#One)", "Package.swift": "",
      ]) == [
        "README.md:2: `docs/b.md` is not there.",
        "README.md:3: `docs/a.md#two` names a heading that is not there.",
        "README.md:4: `#bottom` names a heading that is not there.",
        "README.md:4: `../up.md` leads out of ROOT.",
        "README.md:5: `Package.swift#name` has no headings to link to.",
        "README.md:6: `missing.png` is not there.",
        "README.md:7: `gone.png` is not there.",
        "README.md:9: `docs/c.md` is not there.",
        "docs/a.md:3: `a.md#One` names a heading that is not there.",
      ])
  }

  @Test func codeAndCommentsHaveNoLinks() throws {
    #expect(
      try problems([
        "README.md": """
        `[a](b.md)` and ``[c](`d.md`)``
        ```swift
        let a = [b](c.md)
        # no heading
        ```
        <!-- [e](f.md) -->
        <!--
        [g](h.md)
        -->
        ~~~~
        ```
        [i](j.md)
        ~~~~
        """
      ]) == [])
  }

  @Test func hiddenFoldersAreLeftOut() throws {
    #expect(try problems([".build/a.md": "[a](b.md)", "c/.d/e.md": "[a](b.md)"]) == [])
  }

  @Test func aFolderThatIsNotThereIsNoSuccess() throws {
    #expect(throws: Problem(message: "There is no folder /nowhere.")) {
      try LinkChecker(root: "/nowhere").problems()
    }
  }

  @Test func headingsHaveTheAnchorsOfForges() {
    let document = MarkdownDocument(
      """
      # A `code(_:_:)` heading
      ## Twice
      ## Twice
      ## Closed ##
      ### With a [link](x.md) and *emphasis* and _more_
      Underlined
      ==========
      Also
      ---
      - item
      ---
      #no
      <a id="by-hand"></a>
      """)
    #expect(
      document.anchors == [
        "a-code__-heading", "twice", "twice-1", "closed", "with-a-link-and-emphasis-and-more",
        "underlined", "also", "by-hand",
      ])
  }
}
