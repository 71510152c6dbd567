/// A symbol among the others: what it belongs to, and what belongs to it.
struct Node {
  typealias ID = String

  var id: ID
  var kind: SymbolKind
  var module: String
  var path: [String]
  /// `nil` for a type of another module that this one extends.
  var symbol: SymbolGraph.Symbol?
  var parent: ID?
  var children: [ID] = []

  /// Of a protocol: conforming types must have it, unless there is a default.
  var isRequirement = false
  /// The requirement of which this is the default implementation, and what that is called.
  var requirement: Relation?
  /// What implements this requirement by default.
  var defaults: [ID] = []
  /// What this member of a class replaces.
  var overridden: Relation?
  var superclass: Relation?
  var subclasses: [ID] = []
  var conformances: [Relation] = []
  var conformingTypes: [Relation] = []

  /// Of what a module adds to another one's type: which type, and where that is from.
  var extended: Relation?
  var extendedModule: String?
  /// The doc comments of the extensions themselves.
  var extensionComments: [SymbolGraph.DocComment] = []
  /// The modules' additions to this type.
  var extensions: [ID] = []

  /// A type, and under which conditions the relation to it holds.
  struct Relation: Hashable {
    var target: ID
    /// What it is called if nothing is known of it.
    var name: String
    var constraints: [SymbolGraph.Constraint] = []
  }

  /// `map(_:)`
  var name: String { path.last ?? "" }

  /// `Publisher.map(_:)`
  var qualifiedName: String { path.joined(separator: ".") }

  var hasPage: Bool { kind.isType || !children.isEmpty }
}
