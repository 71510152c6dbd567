import Foundation
import Testing

@testable import ReferenceDocs

/// From a folder of graphs to a folder of pages.
@Suite(.timeLimit(.minutes(10)))
struct ReferencePagesTests {
  private let fixture: Fixture
  private let folder: TemporaryFolder

  init() throws {
    fixture = try Fixture([
      "Shapes": """
      /// A box.
      public struct Box {}
      /// Only sometimes.
      public struct Bag {}
      """,
      "Umbrella": "@_exported public import Shapes",
    ])
    folder = try TemporaryFolder()
  }

  private func pages() throws -> ReferencePages {
    try ReferencePages(graphs: [fixture.graphFolder])
  }

  @Test func pagesAreWrittenOnce() throws {
    let output = "\(folder.path)/out"
    let paths = [
      "README.md", "Shapes/Bag.md", "Shapes/Box.md", "Shapes/README.md", "Shapes/index.md",
      "Umbrella/README.md", "index.md",
    ]
    #expect(try pages().write(to: output) == paths)
    #expect(try MarkdownFiles.all(in: output) == paths)
    #expect(try pages().write(to: output) == [])
    try folder.write("out/Shapes/Box.md", "\(Renderer.marker)\nchanged")
    #expect(try pages().write(to: output) == ["Shapes/Box.md"])
    #expect(try folder.read("out/Shapes/Box.md") == pages().files["Shapes/Box.md"])
  }

  @Test func modulesCanBeChosen() throws {
    let pages = try ReferencePages(graphs: [fixture.graphFolder], modules: ["Umbrella"])
    #expect(pages.files.keys.sorted() == ["README.md", "Umbrella/README.md", "index.md"])
    #expect(
      throws: SymbolGraphError(
        file: fixture.graphFolder, reason: "there is no symbol graph of Palette")
    ) { try ReferencePages(graphs: [fixture.graphFolder], modules: ["Palette"]) }
  }

  @Test func pagesOfWhatIsGoneAreRemoved() throws {
    try folder.write("Shapes/Gone.md", "\(Renderer.marker)\n")
    try folder.write("Shapes/Notes.md", "By hand.")
    #expect(try pages().write(to: folder.path).contains("Shapes/Gone.md"))
    let found = try MarkdownFiles.all(in: folder.path)
    #expect(!found.contains("Shapes/Gone.md"))
    #expect(found.contains("Shapes/Notes.md"))
  }

  @Test func filesOfOthersAreNotReplaced() throws {
    try folder.write("Shapes/Box.md", "By hand.")
    let error = #expect(throws: Problem.self) { try pages().write(to: folder.path) }
    #expect(error?.file == "\(folder.path)/Shapes/Box.md")
    #expect(try MarkdownFiles.all(in: folder.path) == ["Shapes/Box.md"])
    #expect(try folder.read("Shapes/Box.md") == "By hand.")
  }

  @Test func modulesHaveTexts() throws {
    try folder.write(
      "src/docs/modules/Shapes.md",
      """
      Boxes and
      bags: ``Box``, see the [guide](../guide.md#start).

      ## More

      ```swift
      import Shapes
      ```

      - Note: See [this](https://example.org) and [that](#here).
      """)
    let pages = try ReferencePages(
      graphs: [fixture.graphFolder], overviews: "docs/modules", root: "\(folder.path)/src",
      wayToRoot: "../..")
    let text = try #require(pages.files["Shapes/README.md"])
    #expect(
      text.contains(
        """
        # Shapes

        Boxes and
        bags: [`Box`](Box.md), see the [guide](../../../docs/guide.md#start).

        **More**

        ```swift
        import Shapes
        ```

        > **Note:** See [this](https://example.org) and [that](#here).

        All names: [index](index.md).
        """))
    #expect(
      try #require(pages.files["README.md"]).contains(
        "- [`Shapes`](Shapes/README.md): Boxes and bags: [`Box`](Shapes/Box.md), see the"
          + " [guide](../../docs/guide.md#start).\n- [`Umbrella`](Umbrella/README.md)\n"))
  }

  @Test func sourcesAreLinkedTo() throws {
    let pages = try ReferencePages(
      graphs: [fixture.graphFolder], root: fixture.root, wayToRoot: "../src")
    #expect(
      try #require(pages.files["Shapes/Box.md"])
        .contains("- **Declared in:** [`Shapes.swift`](../../src/Shapes.swift)\n"))
  }

  @Test func conditionsAreSaid() throws {
    let pages = try ReferencePages(
      graphs: [fixture.graphFolder], root: fixture.root,
      conditions: ["Shapes.swift": "the weather is fine"])
    #expect(
      try #require(pages.files["Shapes/Box.md"]).contains("*Only where the weather is fine.*\n"))
    #expect(
      try #require(self.pages().files["Shapes/Box.md"]).contains("Only where") == false)
  }
}
