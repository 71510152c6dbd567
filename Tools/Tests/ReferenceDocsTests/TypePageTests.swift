import Testing

@testable import ReferenceDocs

/// Whole pages, of two modules one of which builds on the other.
@Suite(.timeLimit(.minutes(10)))
struct TypePageTests {
  private static let pages = Result {
    try Fixture(["Shapes": shapes, "Palette": palette]).pages()
  }

  private func page(_ path: String) throws -> String { try Self.pages.get()[path] }

  @Test func aProtocol() throws {
    expectLines(
      try page("Shapes/Shape.md"),
      """
      [Reference](../README.md) / [Shapes](README.md)

      # Shape

      Protocol of [Shapes](README.md)

      ```swift
      protocol Shape<Unit>: Sendable
      ```

      Something with an area.

      It is measured in a [`Unit`](#unit), see [`area`](#area).

      ```swift
      let shape: any Shape
      ```

      - **Refines:** `Sendable`
      - **Refined by:** [`Round`](Round.md)
      - **Conforming types:** [`Dot`](Dot.md), [`Frame`](Frame.md) where `Content: Shape, Content.Unit == Int`, [`Int`](../Palette/Swift.Int.md) (extension)
      - **Extended by:** [Palette](../Palette/Shapes.Shape.md)

      **Associated types**

      - [`Unit`](#unit): What areas are measured in.

      **Requirements**

      - [`area`](#area): How large it is.
      - [`scaled(by:)`](#scaledby): A larger one.

      **Default implementations**

      - [`scaled(by:)`](#scaledby-1): The same one.

      **Properties**

      - [`isEmpty`](#isempty): Whether there is nothing of it.

      ## Associated types

      ### `Unit`

      ```swift
      associatedtype Unit: Equatable = Int
      ```

      What areas are measured in.

      ## Requirements

      ### `area`

      ```swift
      var area: Unit { get }
      ```

      Required.

      How large it is.

      ### `scaled(by:)`

      ```swift
      func scaled(by factor: Unit) throws -> Self
      ```

      Required, with a [default implementation](#scaledby-1) where `Unit == Int`.

      A larger one.

      > **Note:** It may be [`Dot`](Dot.md).

      **Parameters**

      - `factor`: By what.

      **Returns:** A [`Shape`](Shape.md) so large.

      **Throws:** If it is too large.

      **Complexity:** O(1)

      ## Default implementations

      ### `scaled(by:)`

      ```swift
      extension Shape where Unit == Int {
        func scaled(by factor: Int) throws -> Self
      }
      ```

      Default implementation of [`Shape.scaled(by:)`](#scaledby).

      The same one.

      **Parameters**

      - `factor`: Ignored.

      **Returns:** Itself.

      **Throws:** Nothing.

      ## Properties

      ### `isEmpty`

      ```swift
      extension Shape where Unit == Int {
        var isEmpty: Bool { get }
      }
      ```

      Whether there is nothing of it.

      """)
  }

  @Test func aTypeWithConditionalConformances() throws {
    expectLines(
      try page("Shapes/Frame.md"),
      """
      [Reference](../README.md) / [Shapes](README.md)

      # Frame

      Structure of [Shapes](README.md)

      ```swift
      struct Frame<Content>
      ```

      What is around something.

      - **Conforms to:** `Sendable` where `Content: Shape, Content.Unit == Int`, [`Shape`](Shape.md) where `Content: Shape, Content.Unit == Int`

      ## Properties

      ### `area`

      ```swift
      extension Frame where Content: Shape, Content.Unit == Int {
        var area: Int { get }
      }
      ```

      That of the content.

      ### `content`

      ```swift
      let content: Content
      ```

      What is in it.

      """)
  }

  @Test func anExtensionOfATypeOfAnotherDocumentedModule() throws {
    expectLines(
      try page("Palette/Shapes.Shape.md"),
      """
      [Reference](../README.md) / [Palette](README.md)

      # Extension of Shape

      What Palette adds to [`Shape`](../Shapes/Shape.md) of Shapes.

      What can be painted.

      ## Methods

      ### `paint(with:)`

      ```swift
      func paint(with brush: Brush)
      ```

      Types: [`Brush`](Brush.md)

      Paints it with [`Brush`](Brush.md).

      **Parameters**

      - `brush`: With what.

      """)
  }

  @Test func extensionsOfTypesOfOtherPackages() throws {
    expectLines(
      try page("Palette/Swift.Int.md"),
      """
      [Reference](../README.md) / [Palette](README.md)

      # Extension of Int

      What Palette adds to `Int` of Swift.

      - **Conforms to:** [`Shape`](../Shapes/Shape.md)

      ## Properties

      ### `area`

      ```swift
      var area: Int { get }
      ```

      Itself.

      """)
    expectLines(
      try page("Palette/Swift.Array.md"),
      """
      [Reference](../README.md) / [Palette](README.md)

      # Extension of Array

      What Palette adds to `Array` of Swift.

      ## Structures

      - [`Part`](Array.Part.md): A part of them.

      ## Properties

      ### `areas`

      ```swift
      extension Array where Element: Shape {
        var areas: [Element.Unit] { get }
      }
      ```

      The areas of all.

      """)
    #expect(
      try page("Palette/Array.Part.md")
        .hasPrefix("[Reference](../README.md) / [Palette](README.md) / [`Array`](Swift.Array.md)\n")
    )
  }

  @Test func linksToOtherModules() throws {
    #expect(
      try page("Palette/Brush.md").contains(
        "What paints a [`Shape`](../Shapes/Shape.md), and a [`Dot`](../Shapes/Dot.md) of"
          + " [`Shapes`](../Shapes/README.md) as well."))
  }

  @Test func theModulesAndTheirNames() throws {
    expectLines(
      try page("Palette/README.md"),
      """
      [Reference](../README.md)

      # Palette

      All names: [index](index.md).

      ## Classes

      - [`Brush`](Brush.md): What paints a [`Shape`](../Shapes/Shape.md), and a [`Dot`](../Shapes/Dot.md) of [`Shapes`](../Shapes/README.md) as well.

      ## Structures

      - [`Array.Part`](Array.Part.md): A part of them.

      ## Extensions

      - [`Array`](Swift.Array.md) of Swift
      - [`Int`](Swift.Int.md) of Swift
      - [`Shape`](Shapes.Shape.md) of Shapes

      """)
    expectLines(
      try page("README.md"),
      """
      # Reference

      What is public, by module. The [index](index.md) has it by name.

      - [`Palette`](Palette/README.md)
      - [`Shapes`](Shapes/README.md)

      """)
    expectLines(
      try page("Palette/index.md"),
      """
      [Reference](../README.md) / [Palette](README.md)

      # Index of Palette

      ## A

      - [`area`](Swift.Int.md#area): property of `Int`
      - [`areas`](Swift.Array.md#areas): property of `Array`
      - [`Array`](Swift.Array.md): extension

      ## B

      - [`Brush`](Brush.md): class

      ## I

      - [`Int`](Swift.Int.md): extension

      ## P

      - [`paint(with:)`](Shapes.Shape.md#paintwith): method of `Shape`
      - [`Part`](Array.Part.md): structure of `Array`

      ## S

      - [`Shape`](Shapes.Shape.md): extension

      """)
    let index = try page("index.md")
    #expect(
      index.contains(
        "- [`paint(with:)`](Palette/Shapes.Shape.md#paintwith): method of `Shape`, Palette\n"))
    #expect(
      index.contains("- [`scaled(by:)`](Shapes/Shape.md#scaledby-1): method of `Shape`, Shapes\n"))
  }

  @Test func nothingIsLeftOut() throws {
    #expect(try Self.pages.get().problems == [])
  }

  private static let shapes = """
    /// Something with an area.
    ///
    /// It is measured in a ``Shape/Unit``, see ``area``.
    ///
    /// ```swift
    /// let shape: any Shape
    /// ```
    public protocol Shape<Unit>: Sendable {
      /// What areas are measured in.
      associatedtype Unit: Equatable = Int
      /// How large it is.
      var area: Unit { get }
      /// A larger one.
      ///
      /// - Note: It may be ``Dot``.
      ///
      /// - Parameter factor: By what.
      /// - Returns: A ``Shape`` so large.
      /// - Throws: If it is too large.
      /// - Complexity: O(1)
      func scaled(by factor: Unit) throws -> Self
    }
    extension Shape where Unit == Int {
      /// The same one.
      ///
      /// - Parameter factor: Ignored.
      /// - Returns: Itself.
      /// - Throws: Nothing.
      public func scaled(by factor: Int) throws -> Self { self }
      /// Whether there is nothing of it.
      public var isEmpty: Bool { area == 0 }
    }
    /// A round one.
    public protocol Round: Shape {}
    /// A point.
    public struct Dot: Shape {
      /// None.
      public var area: Int { 0 }
    }
    /// What is around something.
    public struct Frame<Content> {
      /// What is in it.
      public let content: Content
    }
    extension Frame: Shape, Sendable where Content: Shape, Content.Unit == Int {
      /// That of the content.
      public var area: Int { content.area }
    }
    """

  private static let palette = """
    public import Shapes
    extension Int: @retroactive Shape {
      /// Itself.
      public var area: Int { self }
    }
    /// What can be painted.
    extension Shape {
      /// Paints it with ``Brush``.
      ///
      /// - Parameter brush: With what.
      public func paint(with brush: Brush) {}
    }
    /// What paints a ``Shapes/Shape``, and a ``/Shapes/Dot`` of ``Shapes`` as well.
    public final class Brush {}
    extension Array where Element: Shape {
      /// The areas of all.
      public var areas: [Element.Unit] { [] }
      /// A part of them.
      public struct Part {}
    }
    """
}
