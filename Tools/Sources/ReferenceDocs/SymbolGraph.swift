/// What the compiler says of the public symbols of a module, as far as it is rendered.
struct SymbolGraph: Equatable {
  var module: String
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Symbol: Equatable, Decodable {
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var docComment: DocComment?
    var declarationFragments: [Fragment]?
    var functionSignature: Signature?
    var swiftExtension: Extension?
    var swiftGenerics: Generics?
    var availability: [Availability]?
    var accessLevel: String
    var location: Location?
  }

  struct Kind: Equatable, Decodable {
    var identifier: String
    var displayName: String
  }

  struct Identifier: Equatable, Decodable {
    var precise: String
  }

  struct DocComment: Equatable, Decodable {
    var uri: String?
    /// Where the comment was written, which is elsewhere for one that is inherited.
    var module: String?
    var lines: [Line]

    var texts: [String] { lines.flatMap(\.text.lines) }

    struct Line: Equatable, Decodable {
      var text: String
    }
  }

  struct Fragment: Equatable, Decodable {
    var kind: String
    var spelling: String
    var preciseIdentifier: String?
  }

  struct Signature: Equatable, Decodable {
    var parameters: [Parameter]?
    var returns: [Fragment]?

    struct Parameter: Equatable, Decodable {
      var name: String
      var internalName: String?
    }
  }

  struct Extension: Equatable, Decodable {
    var extendedModule: String
    var constraints: [Constraint]?
  }

  struct Generics: Equatable, Decodable {
    var constraints: [Constraint]?
  }

  struct Constraint: Hashable, Decodable {
    var kind: String
    var lhs: String
    var rhs: String
  }

  struct Availability: Equatable, Decodable {
    var domain: String?
    var introduced: Version?
    var deprecated: Version?
    var obsoleted: Version?
    var message: String?
    var renamed: String?
    var isUnconditionallyDeprecated: Bool?
    var isUnconditionallyUnavailable: Bool?
  }

  struct Version: Equatable, Decodable {
    var major: Int
    var minor: Int?
    var patch: Int?
  }

  struct Location: Equatable, Decodable {
    var uri: String
    var position: Position

    struct Position: Equatable, Decodable {
      var line: Int
      var character: Int?
    }
  }

  struct Relationship: Equatable, Decodable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
    var swiftConstraints: [Constraint]?
    var sourceOrigin: Origin?

    struct Origin: Equatable, Decodable {
      var identifier: String
    }
  }
}

extension SymbolGraph: Decodable {
  private enum CodingKeys: CodingKey {
    case metadata, module, symbols, relationships
  }

  private struct Metadata: Decodable {
    var formatVersion: Version
  }

  private struct Module: Decodable {
    var name: String
  }

  /// Later minor versions may say the same in other words.
  private static let knownVersions = ["0.5", "0.6"]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Metadata.self, forKey: .metadata).formatVersion
    let found = "\(version.major).\(version.minor ?? 0)"
    guard Self.knownVersions.contains(found) else {
      throw UnknownVersion(found: found, known: Self.knownVersions)
    }
    module = try container.decode(Module.self, forKey: .module).name
    symbols = try container.decode([Symbol].self, forKey: .symbols)
    relationships = try container.decode([Relationship].self, forKey: .relationships)
  }

  struct UnknownVersion: Error {
    var found: String
    var known: [String]
  }
}
