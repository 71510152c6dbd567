import Testing

@testable import ReferenceDocs

@Suite(.timeLimit(.minutes(10)))
struct CoverageTests {
  private func problems(_ source: String) throws -> [String] {
    try Fixture(["Shapes": source]).pages().problems.map(\.description)
  }

  @Test func whatHasNoCommentIsNamedWithItsPlace() throws {
    #expect(
      try problems(
        """
        public struct Box {
          /// A value.
          public var value = 1
          public func open() {}
          public enum Side { case left }
          func closed() {}
        }
        /// Ends with nothing.
        ///
        public func free() {}
        extension Int {
          public var doubled: Int { self * 2 }
        }
        """) == [
          "Shapes.swift:1: `Box` of Shapes has no doc comment.",
          "Shapes.swift:4: `Box.open()` of Shapes has no doc comment.",
          "Shapes.swift:5: `Box.Side.left` of Shapes has no doc comment.",
          "Shapes.swift:5: `Box.Side` of Shapes has no doc comment.",
          "Shapes.swift:12: `Int.doubled` of Shapes has no doc comment.",
        ])
  }

  @Test func whatCommentsLeaveOutIsNamed() throws {
    #expect(
      try problems(
        """
        /// Does it.
        ///
        /// - Parameter first: What.
        /// - Parameter third: What.
        public func run(first: Int, and second: Int) throws -> Int { 0 }
        /// A box.
        public struct Box {
          /// Makes one.
          public init(_ value: Int) throws {}
          /// An element.
          public subscript(index: Int) -> Int { 0 }
          /// A value.
          public var value: Int { get throws { 0 } }
        }
        """) == [
          "Shapes.swift:5: `run(first:and:)` of Shapes describes a parameter `third` that it does not have.",
          "Shapes.swift:5: `run(first:and:)` of Shapes does not say what it returns.",
          "Shapes.swift:5: `run(first:and:)` of Shapes does not say what it throws.",
          "Shapes.swift:5: `run(first:and:)` of Shapes does not say what its parameter `second` is.",
          "Shapes.swift:9: `Box.init(_:)` of Shapes does not say what it throws.",
          "Shapes.swift:9: `Box.init(_:)` of Shapes does not say what its parameter `value` is.",
          "Shapes.swift:11: `Box.subscript(_:)` of Shapes does not say what its parameter `index` is.",
        ])
  }

  @Test func whatNeedsNoWordsIsNotMissed() throws {
    #expect(
      try problems(
        """
        /// Does it.
        ///
        /// - Parameter body: Called once.
        /// - Returns: What it returns.
        public func run(_ body: () throws -> Int) rethrows -> Int { try body() }
        /// Does it.
        ///
        /// - Parameter body: What may throw.
        public func hold(_ body: () throws -> Void) {}
        /// A number.
        public struct Number: Equatable, Codable {
          /// Whether both are the same.
          public static func == (one: Self, other: Self) -> Bool { true }
        }
        /// One or the other.
        public enum Either {
          /// A number.
          case number(Int, of: String)
        }
        """) == [])
  }

  /// A requirement's comment will do for what fulfils it, if both are documented here; the standard
  /// library's says nothing of this type.
  @Test func commentsOfRequirementsAreInherited() throws {
    let fixture = try Fixture([
      "Shapes": """
      /// A shape.
      public protocol Shape {
        /// What it is made of.
        associatedtype Content
        /// Grows.
        ///
        /// - Parameter factor: How much.
        func grow(by factor: Int)
      }
      """,
      "Palette": """
      public import Shapes
      /// A box.
      public struct Box: Shape, CustomStringConvertible {
        public typealias Content = Int
        public func grow(by howMuch: Int) {}
        public var description: String { "" }
      }
      """,
    ])
    #expect(
      fixture.pages().problems.map(\.description) == [
        "Palette.swift:6: `Box.description` of Palette has no doc comment."
      ])
    #expect(fixture.pages().section("`grow(by:)`", on: "Palette/Box.md").contains("\n\nGrows.\n\n"))
  }

  @Test func linksToWhatIsNotThereAreNamed() throws {
    #expect(
      try problems(
        """
        /// A ``Box``, not a ``Bag`` and not a ``Box/secret``, but <doc:Guide>.
        public struct Box {
          /// As ``open(_:)``.
          public func open() {}
          var secret = 1
        }
        """) == [
          "Shapes.swift:2: `Box` links to `Bag`, which is not public, or not there.",
          "Shapes.swift:2: `Box` links to `Box/secret`, which is not public, or not there.",
          "Shapes.swift:2: `Box` links to `Guide`, which is not public, or not there.",
          "Shapes.swift:4: `Box.open()` links to `open(_:)`, which is not public, or not there.",
        ])
  }
}
