/// Finds what a link in a doc comment means: first among the members of the symbol that is
/// described, then around it, then anywhere.
struct SymbolLinks {
  private let reference: Reference

  init(_ reference: Reference) {
    self.reference = reference
  }

  enum Target: Equatable {
    case symbol(Node.ID)
    case module(String)
  }

  /// - Parameters:
  ///   - path: `Type/member(_:)`, perhaps with a module before it, or with a suffix to a name that
  ///     tells overloads apart.
  ///   - scope: The symbol whose comment has the link; `nil` for the text of a module.
  ///   - module: The module that this belongs to.
  func target(of path: String, from scope: Node.ID?, in module: String) -> Target? {
    let parts = Self.parts(of: path)
    guard let first = parts.first else { return nil }
    if !Self.isAbsolute(path) {
      for owner in scope.map({ [$0] + reference.ancestors(of: $0) }) ?? [] {
        if let found = member(parts, of: owner) { return .symbol(found) }
        let node = reference[owner]
        // What is added to a type is not what is meant by its name.
        if node.kind != .extendedType, parts.count == 1, Self.matches(node.name, first) {
          return .symbol(owner)
        }
        if node.name == first, let found = member(Array(parts.dropFirst()), of: owner) {
          return .symbol(found)
        }
      }
      if let found = topLevel(parts, in: [module], extended: false) { return .symbol(found) }
    }
    if reference.modules.contains(first) {
      if parts.count == 1 { return .module(first) }
      if let found = topLevel(Array(parts.dropFirst()), in: [first]) { return .symbol(found) }
    }
    return topLevel(parts, in: reference.modules).map(Target.symbol)
  }

  /// Looks among the types of modules first, and then, unless told otherwise, among those of others
  /// that they extend.
  private func topLevel(
    _ parts: [String], in modules: [String], extended: Bool = true
  ) -> Node.ID? {
    let candidates = modules.flatMap { reference.topLevel[$0] ?? [] }
    let own = candidates.filter { reference[$0].kind != .extendedType }
    if let found = find(parts, among: own) { return found }
    guard extended else { return nil }
    return find(parts, among: candidates.filter { reference[$0].kind == .extendedType })
  }

  private func member(_ parts: [String], of owner: Node.ID) -> Node.ID? {
    var seen: Set<Node.ID> = []
    return member(parts, of: owner, seen: &seen)
  }

  /// A member of its own, or one that it has from a protocol, a superclass or a module.
  private func member(_ parts: [String], of owner: Node.ID, seen: inout Set<Node.ID>) -> Node.ID? {
    guard let node = reference.nodes[owner], seen.insert(owner).inserted else { return nil }
    if let found = find(parts, among: node.children) { return found }
    let others = [node.superclass, node.extended].compactMap { $0 } + node.conformances
    for other in others.map(\.target) + node.extensions {
      if let found = member(parts, of: other, seen: &seen) { return found }
    }
    return nil
  }

  private func find(_ parts: [String], among candidates: [Node.ID]) -> Node.ID? {
    guard let first = parts.first else { return nil }
    for matches in [{ $0 == first }, { Self.matches($0, first) }] as [(String) -> Bool] {
      let found = candidates.filter { matches(reference[$0].name) }
      if parts.count == 1 {
        if let best = found.first(where: { !isDeprecated($0) }) ?? found.first { return best }
      } else {
        for owner in found {
          if let member = member(Array(parts.dropFirst()), of: owner) { return member }
        }
      }
    }
    return nil
  }

  private func isDeprecated(_ id: Node.ID) -> Bool {
    reference[id].symbol?.availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false
  }

  /// Whether a name is meant by one without labels, or by one with a suffix.
  private static func matches(_ name: String, _ written: String) -> Bool {
    if name == written { return true }
    if !written.contains("("), name.hasPrefix("\(written)(") { return true }
    guard let dash = written.lastIndex(of: "-"), dash > written.startIndex else { return false }
    let stem = String(written[..<dash])
    return name == stem || (stem.hasSuffix("-") && matches(name, stem))
  }

  /// Whether it begins with a module: `/Module/Type`.
  private static func isAbsolute(_ path: String) -> Bool {
    path.first == "/" && path.dropFirst().first?.isPartOfName == true
  }

  /// The parts between slashes, but for those in the name of an operator.
  private static func parts(of path: String) -> [String] {
    let isAbsolute = isAbsolute(path)
    var parts: [String] = []
    var part = ""
    for character in path {
      let isBoundary = part.last?.isPartOfName == true || part.last == ")"
      if character == "/", isBoundary || (isAbsolute && parts.isEmpty && part.isEmpty) {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(character)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }
}
