import Foundation
import Testing

@testable import ReferenceDocs

/// What is on the pages at all, and what is not.
@Suite(.timeLimit(.minutes(10)))
struct CompletenessTests {
  private static let fixture = Result { try Fixture(["Shapes": source]) }

  @Test func whatWasWrittenIsThere() throws {
    let pages = try Self.fixture.get().pages()
    let names = pages["index.md"].matches(of: /- \[`([^`]+)`\]\(([^)]*)\): ([^,\n]*)/)
      .map { "\($0.output.1) \($0.output.3)" }
    #expect(
      Set(names) == [
        "First protocol", "same() method of `First`", "Second protocol",
        "same() method of `Second`",
        "supplied() method of `Second`", "Kind enumeration", "a case of `Kind`", "b case of `Kind`",
        "<(_:_:) operator of `Kind`",
        "Point structure", "x property of `Point`", "init(x:) initializer of `Point`",
        "hash(into:) method of `Point`", "Mark structure", "==(_:_:) operator of `Mark`",
        "Flags structure", "rawValue property of `Flags`",
        "init(rawValue:) initializer of `Flags`", "one type property of `Flags`",
        "Bank actor", "Base class", "inherited() method of `Base`", "Derived class",
        "init() initializer of `Base`", "shown() method of `Mark`", "odd name structure",
        "some func() method of `odd name`", "Nested structure of `String`", "String extension",
        "inner() method of `String.Nested`", "free() function", "constant variable",
      ])
    // A requirement and its default go by one name.
    #expect(names.count == Set(names).count + 1)
  }

  @Test func casesStandInTheirOwnOrder() throws {
    let page = try Self.fixture.get().pages()["Shapes/Kind.md"]
    #expect(page.matches(of: /### `(.)`/).map(\.output.1) == ["b", "a"])
  }

  /// Each symbol of the graph that was written has a place, and only these.
  @Test func eachSymbolHasAPlace() throws {
    let graphs = try Self.fixture.get().graphs
    let site = Site(Reference(graphs))
    let written = graphs.flatMap(\.symbols).filter {
      $0.location != nil && $0.kind.identifier != "swift.extension"
    }
    #expect(written.count > 20)
    for symbol in written {
      #expect(site.place(of: symbol.identifier.precise) != nil, "\(symbol.pathComponents)")
    }
    let unwritten = graphs.flatMap(\.symbols).filter { $0.location == nil }
    #expect(unwritten.map(\.pathComponents.last).contains("init(rawValue:)"))
    for symbol in unwritten {
      #expect(site.place(of: symbol.identifier.precise) == nil, "\(symbol.pathComponents)")
    }
  }

  /// With and without what each type inherits, and with members of extensions on their own.
  @Test(arguments: [
    ["-emit-extension-block-symbols"],
    ["-omit-extension-block-symbols", "-skip-synthesized-members"],
    ["-omit-extension-block-symbols"],
  ])
  func otherGraphsOfTheSameSourcesMakeTheSamePages(_ options: [String]) throws {
    let other = try Fixture(["Shapes": Self.source], options: options).pages()
    let pages = try Self.fixture.get().pages()
    #expect(other.files.keys.sorted() == pages.files.keys.sorted())
    for (path, page) in pages.files {
      // Comments of extensions and what types of other packages conform to stand with extensions.
      if path != "Shapes/Swift.String.md" { expectLines(other.files[path] ?? "", page) }
    }
  }

  @Test func linksLeadSomewhere() throws {
    let fixture = try Self.fixture.get()
    let folder = try TemporaryFolder()
    for (path, text) in fixture.pages().files { try folder.write(path, text) }
    #expect(try LinkChecker(root: folder.path).problems() == [])
  }

  /// The compiler lists symbols and relations in an order that is nobody's business.
  @Test func theOrderOfAGraphDoesNotMatter() throws {
    let fixture = try Self.fixture.get()
    let pages = fixture.pages().files
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5 {
      let graphs = fixture.graphs.shuffled(using: &random).map { graph in
        var graph = graph
        graph.symbols.shuffle(using: &random)
        graph.relationships.shuffle(using: &random)
        return graph
      }
      var options = Renderer.Options()
      options.root = fixture.root
      #expect(Renderer(Reference(graphs), options: options).pages().files == pages)
    }
  }

  /// Compiled again, elsewhere.
  @Test func theSameSourcesMakeTheSameBytes() throws {
    #expect(
      try Fixture(["Shapes": Self.source]).pages().files == Self.fixture.get().pages().files)
  }

  private static let source = """
    public enum Kind: String, CaseIterable, Codable, Comparable {
      case b, a
      public static func < (one: Self, other: Self) -> Bool { true }
    }
    public struct Point: Hashable, Codable {
      public var x: Int
      public init(x: Int) { self.x = x }
      public func hash(into hasher: inout Hasher) {}
      var internalOne: Int { 0 }
      private var privateOne: Int { 0 }
      @usableFromInline func usable() {}
      @_spi(Secret) public func spi() {}
      public func _underscored() {}
      @available(*, unavailable) public func unavailable() {}
    }
    public protocol First { func same() }
    public protocol Second: First { func same() }
    extension Second {
      public func same() {}
      public func supplied() {}
    }
    extension Point: Second {}
    public protocol _Hidden {}
    extension _Hidden {
      public func shown() {}
    }
    public struct Mark: Equatable, _Hidden {
      public static func == (one: Self, other: Self) -> Bool { true }
    }
    public struct Flags: OptionSet, Sendable {
      public let rawValue: Int
      public init(rawValue: Int) { self.rawValue = rawValue }
      public static let one = Flags(rawValue: 1)
    }
    public actor Bank {}
    open class Base {
      public init() {}
      public func inherited() {}
    }
    public class Derived: Base, Codable {}
    public struct `odd name` {
      public func `some func`() {}
    }
    extension String {
      public struct Nested {
        public func inner() {}
      }
    }
    public func free() {}
    public let constant = 1
    struct Internal { public func notPublic() {} }
    extension Internal { public func norThis() {} }
    """
}
