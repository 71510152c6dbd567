import Testing

@testable import ReferenceDocs

/// Where links in comments lead.
@Suite(.timeLimit(.minutes(10)))
struct SymbolLinksTests {
  private static let pages = Result { try Fixture(["Shapes": shapes, "Palette": palette]).pages() }

  @Test(arguments: [
    ("its own name", "[`Box`](Box.md)"),
    ("a member", "[`open(_:)`](#open_)"),
    ("a member without labels", "[`open(_:)`](#open_)"),
    ("a member by its path", "[`open(_:)`](#open_)"),
    ("a type in it", "[`Side`](Box.Side.md)"),
    ("a member of that", "[`Box.Side.left`](Box.Side.md#left)"),
    ("an inherited member", "[`Shape.doubled`](Shape.md#doubled)"),
    ("another type", "[`Shape`](Shape.md)"),
    ("a function", "[`free(_:)`](README.md#free_)"),
    ("its module", "[`Shapes`](README.md)"),
    ("another module", "[`Palette`](../Palette/README.md)"),
    ("a type of that", "[`Brush`](../Palette/Brush.md)"),
    ("a member of that type", "[`Brush.paint()`](../Palette/Brush.md#paint)"),
    ("from the root", "[`Brush`](../Palette/Brush.md)"),
    ("what extends it", "[`Box.extended()`](../Palette/Shapes.Box.md#extended)"),
    ("an operator", "[`/(_:_:)`](#__)"),
    ("with a suffix", "[`Shape`](Shape.md)"),
    ("overloads", "[`over(_:)`](#over_)"),
    ("one that is deprecated", "[`twice(_:)`](#twice_-1)"),
  ])
  func pathsAreFollowed(_ description: String, _ link: String) throws {
    let page = try Self.pages.get()["Shapes/Box.md"]
    #expect(page.contains("- \(description): \(link)\n"))
  }

  @Test func membersSeeWhatIsAroundThem() throws {
    #expect(
      try Self.pages.get().section("`open(_:)`", on: "Shapes/Box.md")
        .contains("Unlike [`over(_:)`](#over_), in [`Box`](Box.md), on a [`Side`](Box.Side.md)."))
    #expect(
      try Self.pages.get().section("`left`", on: "Shapes/Box.Side.md")
        .contains("Not [`right`](#right); [`open(_:)`](Box.md#open_) it."))
  }

  /// Not to what the module of the link adds to it.
  @Test func typesOfOtherModulesAreMeantThemselves() throws {
    let page = "Palette/Shapes.Box.md"
    #expect(
      try Self.pages.get().section("`extended()`", on: page)
        .hasSuffix("More of a [`Box`](../Shapes/Box.md), see [`extended()`](#extended)."))
    #expect(
      try Self.pages.get()["Palette/Brush.md"].contains("Paints a [`Box`](../Shapes/Box.md)."))
  }

  private static let shapes = """
    /// What has an area.
    public protocol Shape {
      /// The area.
      var area: Int { get }
    }
    extension Shape {
      /// Twice the area.
      public var doubled: Int { 2 * area }
    }
    /// A box.
    ///
    /// - its own name: ``Box``
    /// - a member: ``open(_:)``
    /// - a member without labels: ``open``
    /// - a member by its path: ``Box/open(_:)``
    /// - a type in it: ``Side``
    /// - a member of that: ``Side/left``
    /// - an inherited member: ``Box/doubled-swift.property``
    /// - another type: ``Shape``
    /// - a function: ``free(_:)``
    /// - its module: ``Shapes``
    /// - another module: ``Palette``
    /// - a type of that: ``Palette/Brush``
    /// - a member of that type: ``Brush/paint()``
    /// - from the root: ``/Palette/Brush``
    /// - what extends it: ``extended()``
    /// - an operator: ``/(_:_:)``
    /// - with a suffix: ``Shape-swift.protocol``
    /// - overloads: ``over(_:)-5abc``
    /// - one that is deprecated: ``twice(_:)``
    public struct Box: Shape {
      public var area: Int { 0 }
      /// Opens. Unlike ``over(_:)``, in ``Box``, on a ``Side``.
      public func open(_ side: Side) {}
      /// Over.
      public func over(_ value: Int) {}
      /// Over.
      public func over(_ value: String) {}
      /// Twice.
      @available(*, deprecated) public func twice(_ value: Int) {}
      /// Twice.
      public func twice(_ value: String) {}
      /// Divides.
      public static func / (one: Box, other: Box) -> Box { one }
      /// A side.
      public enum Side {
        /// Not ``right``; ``Box/open(_:)`` it.
        case left
        /// Right.
        case right
      }
    }
    /// Free.
    public func free(_ value: Int) {}
    """

  private static let palette = """
    public import Shapes
    /// A brush.
    public struct Brush {
      /// Paints a ``Box``.
      public func paint() {}
    }
    extension Box {
      /// More of a ``Box``, see ``Box/extended()``.
      public func extended() {}
    }
    """
}
