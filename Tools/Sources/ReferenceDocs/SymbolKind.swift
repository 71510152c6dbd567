/// What a symbol is, as far as pages tell symbols apart.
enum SymbolKind: Hashable {
  case actor, `class`, structure, enumeration, `protocol`, macro
  case typeAlias, associatedType, enumerationCase, initializer, deinitializer
  case property, method, `subscript`, typeProperty, typeMethod, typeSubscript
  case `operator`, function, variable
  /// What a module adds to a type of another one.
  case extendedType
  /// What the compiler may come to know.
  case other(String)

  init(_ symbol: SymbolGraph.Symbol) {
    self =
      switch symbol.kind.identifier {
      case "swift.class": symbol.isActor ? .actor : .class
      case "swift.struct": .structure
      case "swift.enum": .enumeration
      case "swift.protocol": .protocol
      case "swift.macro": .macro
      case "swift.typealias": .typeAlias
      case "swift.associatedtype": .associatedType
      case "swift.enum.case": .enumerationCase
      case "swift.init": .initializer
      case "swift.deinit": .deinitializer
      case "swift.property": .property
      case "swift.method": .method
      case "swift.subscript": .subscript
      case "swift.type.property": .typeProperty
      case "swift.type.method": .typeMethod
      case "swift.type.subscript": .typeSubscript
      case "swift.func.op": .operator
      case "swift.func": .function
      case "swift.var": .variable
      default: .other(symbol.kind.displayName)
      }
  }

  /// Whether symbols of this kind have pages of their own.
  var isType: Bool {
    switch self {
    case .actor, .class, .structure, .enumeration, .protocol, .extendedType: true
    default: false
    }
  }

  var name: String {
    switch self {
    case .actor: "Actor"
    case .class: "Class"
    case .structure: "Structure"
    case .enumeration: "Enumeration"
    case .protocol: "Protocol"
    case .macro: "Macro"
    case .typeAlias: "Type alias"
    case .associatedType: "Associated type"
    case .enumerationCase: "Case"
    case .initializer: "Initializer"
    case .deinitializer: "Deinitializer"
    case .property: "Property"
    case .method: "Method"
    case .subscript: "Subscript"
    case .typeProperty: "Type property"
    case .typeMethod: "Type method"
    case .typeSubscript: "Type subscript"
    case .operator: "Operator"
    case .function: "Function"
    case .variable: "Variable"
    case .extendedType: "Extension"
    case .other(let name): name
    }
  }

  /// The heading over several.
  var heading: String {
    switch self {
    case .class: "Classes"
    case .property: "Properties"
    case .typeProperty: "Type properties"
    case .typeAlias: "Type aliases"
    default: name + "s"
    }
  }

  /// The place of the group on a page.
  var order: Int {
    switch self {
    case .actor: 0
    case .class: 1
    case .structure: 2
    case .enumeration: 3
    case .protocol: 4
    case .macro: 5
    case .enumerationCase: 6
    case .associatedType: 7
    case .typeAlias: 8
    case .initializer: 9
    case .deinitializer: 10
    case .property: 11
    case .method: 12
    case .subscript: 13
    case .typeProperty: 14
    case .typeMethod: 15
    case .typeSubscript: 16
    case .function: 17
    case .operator: 18
    case .variable: 19
    case .other: 20
    case .extendedType: 21
    }
  }
}

extension SymbolGraph.Symbol {
  /// To the compiler, an actor is a class.
  fileprivate var isActor: Bool {
    for fragment in declarationFragments ?? [] {
      if fragment.kind == "identifier" { break }
      if fragment.kind == "keyword", fragment.spelling == "actor" { return true }
    }
    return false
  }
}
