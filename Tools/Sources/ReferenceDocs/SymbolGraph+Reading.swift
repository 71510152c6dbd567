import Foundation

extension SymbolGraph {
  private static let suffix = ".symbols.json"

  /// Reads all symbol graphs of a folder, in the order of their names.
  static func all(in folder: String) throws -> [SymbolGraph] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw SymbolGraphError(file: folder, reason: "this folder cannot be read")
    }
    let graphs = names.filter { $0.hasSuffix(suffix) }.sorted()
    guard !graphs.isEmpty else {
      throw SymbolGraphError(
        file: folder,
        reason: "no file ends in \(suffix); `swift symbolgraph-extract` writes such files")
    }
    return try graphs.map { try SymbolGraph(file: "\(folder)/\($0)") }
  }

  init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SymbolGraphError(file: file, reason: "this file cannot be read")
    }
    try self.init(json: data, file: file)
  }

  init(json: Data, file: String) throws {
    do {
      self = try JSONDecoder().decode(SymbolGraph.self, from: json)
    } catch let error as UnknownVersion {
      throw SymbolGraphError(
        file: file,
        reason: "symbol graph of version \(error.found), which is unknown; known are "
          + error.known.joined(separator: " and "))
    } catch let error as DecodingError {
      throw SymbolGraphError(file: file, reason: Self.reason(error, isEmpty: json.isEmpty))
    }
    if let place = placeWithoutName() {
      throw SymbolGraphError(file: file, reason: "not a symbol graph: \(place) is no name")
    }
  }

  /// Where something is called what nothing can be called: pages could not have it as a heading.
  private func placeWithoutName() -> String? {
    let isModule = module.allSatisfy(\.isPartOfName) && !module.contains("`") && !module.isEmpty
    if !isModule { return "module.name" }
    for (index, symbol) in symbols.enumerated() {
      let place = "symbols[\(index)]"
      if symbol.pathComponents.isEmpty || !symbol.pathComponents.allSatisfy(\.isName) {
        return "\(place).pathComponents"
      }
      if !symbol.kind.displayName.isName { return "\(place).kind.displayName" }
      if symbol.swiftExtension?.extendedModule.isName == false {
        return "\(place).swiftExtension.extendedModule"
      }
      if symbol.availability?.contains(where: { $0.domain?.isName == false }) == true {
        return "\(place).availability"
      }
    }
    return nil
  }

  private static func reason(_ error: DecodingError, isEmpty: Bool) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "not a symbol graph: \(path(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      "not a symbol graph: \(path(context.codingPath)) is null"
    case .typeMismatch(_, let context):
      "not a symbol graph: \(path(context.codingPath)) is not what it should be"
    case .dataCorrupted where isEmpty:
      "the file is empty; extract the symbol graph again"
    case .dataCorrupted:
      "not JSON, or cut off: extract the symbol graph again"
    @unknown default:
      "not a symbol graph: \(error)"
    }
  }

  /// `symbols[3].kind.identifier`
  private static func path(_ keys: [any CodingKey]) -> String {
    if keys.isEmpty { return "the outermost value" }
    return keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension String {
  /// Whether it is something, in one line.
  fileprivate var isName: Bool { !isBlank && !contains(where: \.isNewline) }
}
