import Testing

@Suite(.timeLimit(.minutes(10)))
struct AvailabilityTests {
  private static let pages = Result { try Fixture(["Shapes": source]).pages() }

  private func section(_ name: String, on page: String = "Shapes/Box.md") throws -> String {
    try Self.pages.get().section("`\(name)`", on: page)
  }

  @Test func whatIsRenamedLeadsToItsReplacement() throws {
    #expect(
      try section("old(_:)")
        == """
        > **Deprecated.** Renamed to [`new(_:)`](#new_).

        ```swift
        func old(_ value: Int)
        ```

        As before.

        **Parameters**

        - `value`: What.
        """)
    #expect(
      try section("OldBox", on: "Shapes/README.md")
        == """
        > **Deprecated.** Renamed to [`Box`](Box.md).

        ```swift
        typealias OldBox = Box
        ```

        Types: [`Box`](Box.md)

        A box.
        """)
  }

  @Test func whatIsRenamedToNothingHereIsNamed() throws {
    #expect(try section("older()").hasPrefix("> **Deprecated.** Too old. Renamed to `gone()`.\n"))
  }

  @Test func messagesAreGiven() throws {
    #expect(try section("odd()").hasPrefix("> **Deprecated.** Write an even one!\n"))
    #expect(try section("plain()").hasPrefix("> **Deprecated.**\n"))
  }

  @Test func listsSayWhatIsDeprecated() throws {
    let page = try Self.pages.get()["Shapes/Box.md"]
    #expect(page.contains("- [`old(_:)`](#old_): As before. *Deprecated.*\n"))
    #expect(page.contains("- [`new(_:)`](#new_): As now.\n"))
  }

  @Test func platformsAreInOrder() throws {
    #expect(
      try section("fresh()").hasPrefix("**Available from:** iOS 17.4, macOS 14\n\n```swift\n"))
    #expect(
      try section("passing()").hasPrefix(
        """
        **Available from:** macOS 12

        > **Deprecated from macOS 13.** Renamed to [`fresh()`](#fresh).

        > **Gone from macOS 14.**

        ```swift
        """))
  }

  private static let source = """
    /// A box.
    public struct Box {
      /// As now.
      ///
      /// - Parameter value: What.
      public func new(_ value: Int) {}
      /// As before.
      ///
      /// - Parameter value: What.
      @available(*, deprecated, renamed: "new(_:)")
      public func old(_ value: Int) {}
      /// Old.
      @available(*, deprecated, message: "Too old", renamed: "gone()")
      public func older() {}
      /// Odd.
      @available(*, deprecated, message: "Write an even one!")
      public func odd() {}
      /// Plain.
      @available(*, deprecated)
      public func plain() {}
      /// Fresh.
      @available(macOS 14, iOS 17.4, *)
      public func fresh() {}
      /// Passing.
      @available(macOS, introduced: 12, deprecated: 13, obsoleted: 14, renamed: "fresh()")
      public func passing() {}
    }
    /// A box.
    @available(*, deprecated, renamed: "Box")
    public typealias OldBox = Box
    """
}
