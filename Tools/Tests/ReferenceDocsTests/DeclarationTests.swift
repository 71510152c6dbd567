import Testing

/// Declarations as the compiler states them, made to read as one writes them.
@Suite(.timeLimit(.minutes(10)))
struct DeclarationTests {
  private static let pages = Result {
    try Fixture(["Shapes": source]).pages()
  }

  private func declaration(_ name: String, on page: String = "Shapes/Box.md") throws -> String {
    try Self.pages.get().declaration(name, on: page)
  }

  @Test(arguments: [
    ("value", "var value: Element"),
    ("count", "var count: Int { get }"),
    ("later", "var later: Int { get async throws }"),
    ("names", "var names: [String: [Int]] { get }"),
    ("init(failing:)", "init?(failing number: Int)"),
    ("subscript(_:b:)", "subscript(a: Int, b b: Int = 3) -> String { get set }"),
    (
      "subscript(dynamicMember:)",
      "subscript<V>(dynamicMember keyPath: KeyPath<Element, V>) -> V { get }"
    ),
    ("subscript(at:)", "static subscript(at index: Int) -> Int { get }"),
    (
      "typed(_:)",
      "func typed<E>(_ body: () throws(E) -> Void) throws(E) where E: Error"
    ),
    ("again(_:)", "func again(_ body: () throws -> Void) rethrows"),
    ("send(_:)", "mutating func send(_ value: sending Element) async throws -> sending Int?"),
    ("choose(_:_:)", #"func choose(_ flag: Bool = true ? false : true, _ text: String = "a : b")"#),
    ("isolated(_:)", "func isolated(_ actor: isolated (any Actor)? = #isolation)"),
    ("opaque(_:)", "func opaque(_ values: some Collection<Int>) -> some Collection<Int>"),
    ("escaping(_:)", "func escaping(_ body: @escaping @Sendable (inout Int) async -> Void)"),
    ("variadic(_:)", "func variadic(_ values: Int...)"),
    ("class(in:)", "func `class`(in: Int)"),
  ])
  func members(_ name: String, _ expected: String) throws {
    #expect(try declaration(name) == expected)
  }

  @Test func overloadsStandByTheirDeclarations() throws {
    #expect(
      try Self.pages.get().declarations("over(_:)", on: "Shapes/Box.md")
        == ["func over(_ value: Int)", "func over(_ value: String)"])
  }

  @Test func typesHaveTheirAttributesAbove() throws {
    let page = try Self.pages.get()
    #expect(
      page["Shapes/Box.md"].contains(
        """
        ```swift
        @frozen
        @dynamicMemberLookup
        struct Box<Element> where Element: Hashable
        ```
        """))
    #expect(page["Shapes/Screen.md"].contains("@MainActor\nfinal class Screen\n"))
    #expect(page["Shapes/Base.md"].contains("\nopen class Base\n"))
    #expect(page["Shapes/Bank.md"].contains("\nactor Bank\n"))
    #expect(page["Shapes/Shape.md"].contains("\nprotocol Shape<Unit>: AnyObject, Sendable\n"))
    #expect(page["Shapes/Tree.md"].contains("\nindirect enum Tree\n"))
    #expect(page["Shapes/Pack.md"].contains("\nstruct Pack<each Member>\n"))
  }

  @Test func isolationAndInheritanceAreShown() throws {
    #expect(
      try declaration("title", on: "Shapes/Screen.md")
        == "@Clamped @MainActor var title: Int { get set }")
    #expect(try declaration("draw()", on: "Shapes/Screen.md") == "@MainActor func draw()")
    #expect(try declaration("size()", on: "Shapes/Screen.md") == "nonisolated func size()")
    #expect(try declaration("open()", on: "Shapes/Base.md") == "open func open()")
    #expect(try declaration("closed()", on: "Shapes/Base.md") == "func closed()")
    #expect(try declaration("number", on: "Shapes/Base.md") == "open class var number: Int { get }")
    #expect(try declaration("open()", on: "Shapes/Derived.md") == "override func open()")
    #expect(
      try declaration("here()", on: "Shapes/Bank.md") == "nonisolated(nonsending) func here() async"
    )
    #expect(try declaration("take()", on: "Shapes/Clamped.md") == "consuming func take()")
  }

  @Test func operatorsHaveTheirFixity() throws {
    let page = try Self.pages.get()
    #expect(
      page.declaration("<+>(_:_:)", on: "Shapes/README.md") == "func <+> (a: Int, b: Int) -> Int")
    #expect(page.declaration("^^(_:)", on: "Shapes/README.md") == "prefix func ^^ (a: Int) -> Int")
    #expect(page.declaration("|>(_:)", on: "Shapes/README.md") == "postfix func |> (a: Int) -> Int")
    #expect(
      page.declaration("==(_:_:)", on: "Shapes/Box.md")
        == "static func == (one: Box<Element>, other: Box<Element>) -> Bool")
  }

  @Test func associatedTypesGoByTheirNames() throws {
    let page = "Shapes/Shape.md"
    #expect(try declaration("Unit", on: page) == "associatedtype Unit: Equatable = Int")
    #expect(try declaration("subscript(_:)", on: page) == "subscript(index: Int) -> Unit { get }")
    #expect(
      try declaration("shadowed(_:)", on: page) == "func shadowed<Unit>(_ unit: Unit) -> Self.Unit")
  }

  @Test func constrainedExtensionsAreShown() throws {
    #expect(
      try declaration("sum()")
        == """
        extension Box where Element == Int {
          func sum() -> Int
        }
        """)
    #expect(
      try declaration("compared()", on: "Shapes/Shape.md")
        == """
        extension Shape where Unit: Comparable {
          func compared()
        }
        """)
    // The type's own constraint goes without saying.
    #expect(try declaration("plain()") == "func plain()")
  }

  @Test func longDeclarationsAreBroken() throws {
    #expect(
      try declaration("long(first:second:third:)")
        == """
        @discardableResult func long<Other>(
          first: @escaping @Sendable (Int, String) async throws -> Void,
          second: [String: Other] = [:],
          third: (Int, Int) = (1, 2)
        ) async throws -> Box<Element> where Other: Collection, Other.Element: Hashable
        """)
    #expect(
      try declaration("constrained(_:)")
        == """
        func constrained<Other>(_ other: Other) -> [Other.Element]
        where Other: Collection, Other.Element: Hashable, Other.Index == Int
        """)
  }

  /// The compiler sorts requirements by its own rules.
  @Test func conformancesComeBeforeEqualities() throws {
    #expect(
      try declaration("same(_:)")
        == "func same<Other>(_ other: Other) where Other: Shape, Element == Other.Unit")
    #expect(
      try declaration("subscript(other:)")
        == "subscript<Other>(other other: Other) -> Int where Other: Shape, Element == Other.Unit { get }"
    )
    expectLines(
      try declaration("many(_:_:)"),
      """
      func many<First, Second>(_ first: First, _ second: Second)
      where
        First: Collection,
        Second: Collection,
        First.Element: Hashable,
        Element == Second.Element,
        First.Index == Int,
        Second.Index == String
      """)
  }

  @Test func genericsReadLikeSwift() throws {
    let page = try Self.pages.get()
    #expect(
      page.declaration("packed(_:)", on: "Shapes/README.md")
        == "func packed<each Member>(_ members: repeat each Member) -> (repeat each Member)"
        + "\nwhere repeat each Member: Hashable")
    #expect(page.declaration("Pair", on: "Shapes/README.md") == "typealias Pair<A> = (A, A)")
    #expect(
      page.declaration("Both", on: "Shapes/README.md") == "typealias Both = Equatable & Sendable")
    #expect(
      page.declaration("leaf(_:name:)", on: "Shapes/Tree.md") == "case leaf(Int, name: String)")
  }

  /// `Sequence` would be the module's own.
  @Test func aTypeThatIsHiddenByAnotherKeepsItsModule() throws {
    #expect(
      try declaration("init(_:)", on: "Shapes/Lists.Sequence.md")
        == "init(_ values: some Swift.Sequence<Int>)")
    #expect(
      try Self.pages.get().declaration("print(_:)", on: "Shapes/README.md")
        == "func print(_ values: some Sequence<Int>)")
  }

  private static let source = """
    public protocol Shape<Unit>: AnyObject, Sendable {
      associatedtype Unit: Equatable = Int
      subscript(index: Int) -> Unit { get }
    }
    extension Shape {
      public func shadowed<Unit>(_ unit: Unit) -> Self.Unit { self[0] }
    }
    extension Shape where Unit: Comparable {
      public func compared() {}
    }
    @frozen @dynamicMemberLookup
    public struct Box<Element: Hashable> {
      public var value: Element
      public private(set) var count = 0
      public var later: Int { get async throws { 1 } }
      public var names: [String: [Int]] { [:] }
      public init?(failing number: Int) { nil }
      public subscript(_ a: Int, b b: Int = 3) -> String { get { "" } set {} }
      public subscript<V>(dynamicMember keyPath: KeyPath<Element, V>) -> V { value[keyPath: keyPath] }
      public static subscript(at index: Int) -> Int { index }
      public func typed<E: Error>(_ body: () throws(E) -> Void) throws(E) {}
      public func again(_ body: () throws -> Void) rethrows {}
      public mutating func send(_ value: sending Element) async throws -> sending Int? { nil }
      public func choose(_ flag: Bool = true ? false : true, _ text: String = "a : b") {}
      public func isolated(_ actor: isolated (any Actor)? = #isolation) {}
      public func opaque(_ values: some Collection<Int>) -> some Collection<Int> { values }
      public func escaping(_ body: @escaping @Sendable (inout Int) async -> Void) {}
      public func variadic(_ values: Int...) {}
      public func `class`(`in`: Int) {}
      public func over(_ value: Int) {}
      public func over(_ value: String) {}
      @discardableResult
      public func long<Other: Collection>(
        first: @escaping @Sendable (Int, String) async throws -> Void, second: [String: Other] = [:],
        third: (Int, Int) = (1, 2)
      ) async throws -> Box where Other.Element: Hashable { self }
      public func constrained<Other: Collection>(_ other: Other) -> [Other.Element]
      where Other.Element: Hashable, Other.Index == Int { [] }
      public func same<Other: Shape>(_ other: Other) where Other.Unit == Element {}
      public subscript<Other: Shape>(other other: Other) -> Int where Other.Unit == Element { 0 }
      public func many<First: Collection, Second: Collection>(_ first: First, _ second: Second)
      where First.Element: Hashable, Second.Element == Element, First.Index == Int, Second.Index == String {}
      public static func == (one: Box, other: Box) -> Bool { true }
    }
    extension Box { public func plain() {} }
    extension Box where Element == Int { public func sum() -> Int { 0 } }
    @MainActor public final class Screen {
      @Clamped public var title = 1
      public func draw() {}
      public nonisolated func size() {}
    }
    @propertyWrapper public struct Clamped: ~Copyable {
      public var wrappedValue: Int
      public init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
      public consuming func take() {}
    }
    open class Base {
      open func open() {}
      public func closed() {}
      open class var number: Int { 1 }
    }
    public class Derived: Base { public override func open() {} }
    public actor Bank { public nonisolated(nonsending) func here() async {} }
    public indirect enum Tree { case leaf(Int, name: String), node(Tree) }
    public struct Pack<each Member> {}
    infix operator <+>
    prefix operator ^^
    postfix operator |>
    public func <+> (a: Int, b: Int) -> Int { a }
    public prefix func ^^ (a: Int) -> Int { a }
    public postfix func |> (a: Int) -> Int { a }
    public func packed<each Member: Hashable>(_ members: repeat each Member) -> (repeat each Member) {
      (repeat each members)
    }
    public typealias Pair<A> = (A, A)
    public typealias Both = Equatable & Sendable
    public enum Lists {
      public struct Sequence { public init(_ values: some Swift.Sequence<Int>) {} }
    }
    public func print(_ values: some Sequence<Int>) {}
    """
}
