import Testing

@testable import ReferenceDocs

struct DocCommentTests {
  @Test func theFirstParagraphIsTheSummary() {
    let comment = DocComment("One sentence, which goes on\nin a second line.\n\nMore.\n\nAnd more.")
    #expect(comment.summary == "One sentence, which goes on\nin a second line.")
    #expect(comment.discussion == [.text("More.\n\nAnd more.")])
  }

  @Test func nothingIsAnEmptyComment() {
    #expect(DocComment([]).isEmpty)
    #expect(DocComment("\n  \n").isEmpty)
  }

  @Test func parametersAreFoundInBothForms() {
    let one = DocComment(
      """
      Does it.

      - Parameter first: What
        goes first.
      - parameter `second`: The other.
      """)
    let together = DocComment(
      """
      Does it.

      - Parameters:
        - first: What
          goes first.
        - `second`: The other.
      """)
    let expected = [
      DocComment.Parameter(name: "first", text: "What\ngoes first."),
      DocComment.Parameter(name: "second", text: "The other."),
    ]
    #expect(one.parameters == expected)
    #expect(together.parameters == expected)
    #expect(one.summary == "Does it." && one.discussion.isEmpty)
  }

  @Test func otherItemsAreFoundByTheirKeywords() {
    let comment = DocComment(
      """
      Does it.

      - Returns: A value.
      - Throws: An error,

        with a second paragraph.
      - Precondition: It is so.
      - Complexity: O(*n*), where *n* is the length.
      - SeeAlso: Another.
      """)
    #expect(comment.returns == "A value.")
    #expect(comment.throws == "An error,\n\nwith a second paragraph.")
    #expect(
      comment.fields == [
        DocComment.Field(title: "Precondition", text: "It is so."),
        DocComment.Field(title: "Complexity", text: "O(*n*), where *n* is the length."),
        DocComment.Field(title: "See also", text: "Another."),
      ])
  }

  @Test func calloutsStayWhereTheyAre() {
    let comment = DocComment(
      """
      Does it.

      Before.

      - Note: Mind
        this.

      Between.

      > Warning: And
      > that.

      After.
      """)
    #expect(
      comment.discussion == [
        .text("Before."), .callout(DocComment.Field(title: "Note", text: "Mind\nthis.")),
        .text("Between."), .callout(DocComment.Field(title: "Warning", text: "And\nthat.")),
        .text("After."),
      ])
  }

  @Test func listsAreNoItems() {
    let text = "- One: first.\n- Two\n  - Returns: not this.\n- Three"
    let comment = DocComment("Lists.\n\n\(text)")
    #expect(comment.returns == nil)
    #expect(comment.discussion == [.text(text)])
  }

  @Test func codeIsTakenAsItIs() {
    let comment = DocComment(
      """
      Does it.

      ```swift
      // - Returns: no item
      ``Type``
      ```

          input   --1--|
          - Note: no callout

      The end.
      """)
    #expect(
      comment.discussion == [
        .code("```swift\n// - Returns: no item\n``Type``\n```"),
        .code("    input   --1--|\n    - Note: no callout"), .text("The end."),
      ])
    #expect(comment.returns == nil)
  }

  @Test func aFenceThatIsNotClosedGoesOnToTheEnd() {
    let comment = DocComment("Does it.\n\n~~~\nlet a = 1\n\n- Returns: no item")
    #expect(comment.discussion == [.code("~~~\nlet a = 1\n\n- Returns: no item\n~~~")])
  }

  @Test func codeBelongsToTheItemThatItIsIndentedIn() {
    let comment = DocComment(
      """
      Does it.

      - Returns: A value:

        ```swift
        let a = 1
        ```

      The end.
      """)
    #expect(comment.returns == "A value:\n\n```swift\nlet a = 1\n```")
    #expect(comment.discussion == [.text("The end.")])
  }
}
