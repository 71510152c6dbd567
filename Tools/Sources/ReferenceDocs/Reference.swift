/// The symbols of all modules that are documented.
struct Reference {
  /// In the order of their names.
  private(set) var modules: [String]

  /// The ids of the types of all modules by their names, without those in other types.
  private var typeNames: [String: Set<Node.ID>] = [:]

  private(set) var nodes: [Node.ID: Node] = [:]

  /// The symbols that belong to nothing but a module, in the order of their names.
  private(set) var topLevel: [String: [Node.ID]] = [:]

  init(_ graphs: [SymbolGraph]) {
    modules = Set(graphs.map(\.module)).sorted()
    nodes = ReferenceBuilder(graphs).nodes
    let unsorted = self
    nodes = nodes.mapValues(unsorted.sorted)
    topLevel = Dictionary(grouping: nodes.values.filter { $0.parent == nil }, by: \.module)
      .mapValues { $0.map(\.id).sorted(by: precedes) }
    for node in nodes.values
    where node.parent == nil && node.kind.isType && node.kind != .extendedType {
      typeNames[node.name, default: []].insert(node.id)
    }
  }

  /// Graphs list symbols and relations in any order.
  private func sorted(_ node: Node) -> Node {
    var node = node
    node.children.sort(by: precedes)
    node.defaults.sort(by: precedes)
    node.subclasses.sort(by: precedes)
    node.extensions.sort { self[$0].module < self[$1].module }
    node.conformances.sort { ($0.name, $0.target) < ($1.name, $1.target) }
    node.conformingTypes.sort { ($0.name, $0.target) < ($1.name, $1.target) }
    return node
  }

  subscript(id: Node.ID) -> Node { nodes[id]! }

  /// All symbols of a module, in the order of their names.
  func symbols(of module: String) -> [Node] {
    nodes.values.filter { $0.module == module }.sorted { precedes($0.id, $1.id) }
  }

  /// Cases come as they were written, all else by name, overloads by declaration.
  func precedes(_ a: Node.ID, _ b: Node.ID) -> Bool {
    let (a, b) = (self[a], self[b])
    switch (writtenPlace(a), writtenPlace(b)) {
    case (let first?, let second?) where first != second: return first < second
    case (_?, nil): return true
    case (nil, _?): return false
    default: return sortKey(a) < sortKey(b)
    }
  }

  private func writtenPlace(_ node: Node) -> (String, Int, Int)? {
    guard node.kind == .enumerationCase, let location = node.symbol?.location else { return nil }
    return (location.uri, location.position.line, location.position.character ?? 0)
  }

  private func sortKey(_ node: Node) -> (String, String, Int, String, Node.ID) {
    let parameters = node.symbol?.functionSignature?.parameters?.count ?? 0
    let declaration = node.symbol?.declarationFragments?.map(\.spelling).joined() ?? ""
    return (
      node.qualifiedName.lowercased(), node.qualifiedName, parameters, declaration, node.id
    )
  }

  /// The ids of the types that go by a name without a module, where this symbol is declared.
  func typeNames(around id: Node.ID) -> [String: Set<Node.ID>] {
    var names = typeNames
    for owner in ancestors(of: id) {
      for id in self[owner].children where self[id].kind.isType { names[self[id].name] = [id] }
    }
    return names
  }

  /// The type that this belongs to, what that belongs to, and so on.
  func ancestors(of id: Node.ID) -> [Node.ID] {
    Array(sequence(first: id) { nodes[$0]?.parent }.dropFirst())
  }

  /// The constraints that hold for all of a type anyway.
  func ownConstraints(of id: Node.ID) -> Set<SymbolGraph.Constraint> {
    Set(
      ([id] + ancestors(of: id))
        .flatMap { nodes[$0]?.symbol?.swiftGenerics?.constraints ?? [] })
  }

  /// The constraints of the extension that a member stands in, beyond those of the type.
  func extensionConstraints(of node: Node) -> [SymbolGraph.Constraint] {
    guard let constraints = node.symbol?.swiftExtension?.constraints, !constraints.isEmpty else {
      return []
    }
    let own = node.parent.map(ownConstraints) ?? []
    return constraints.filter { !own.contains($0) && $0.lhs != "Self" }
  }
}
