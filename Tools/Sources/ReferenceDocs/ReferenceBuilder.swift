/// Joins symbol graphs: files state the symbols, and their relations by id.
struct ReferenceBuilder {
  private(set) var nodes: [Node.ID: Node] = [:]
  private let modules: Set<String>
  /// The symbols that stand in a graph for themselves, not as inherited by a type.
  private let written: Set<Node.ID>
  /// The extensions of types of other modules, which are symbols of their own in a graph.
  private var extensions: [Node.ID: Node.ID] = [:]

  init(_ graphs: [SymbolGraph]) {
    modules = Set(graphs.map(\.module))
    written = Set(graphs.flatMap(\.symbols).map(\.identifier.precise))
    let graphs = graphs.map(Self.sorted)
    for graph in graphs { for symbol in graph.symbols { add(symbol, of: graph.module) } }
    for graph in graphs { addExtendedTypes(graph) }
    for relation in graphs.flatMap(\.relationships).sorted(by: Self.precedes) { add(relation) }
    for graph in graphs { adoptMembers(of: graph) }
    adoptDefaults()
    dropWhatNobodyWrote()
    dropImpliedConformances()
    dropEmptyExtensions()
    invertRelations()
  }

  /// Graphs list symbols and relations in any order, and may do so twice.
  private static func sorted(_ graph: SymbolGraph) -> SymbolGraph {
    var graph = graph
    graph.symbols.sort(by: precedes)
    graph.relationships.sort(by: precedes)
    return graph
  }

  private mutating func add(_ symbol: SymbolGraph.Symbol, of module: String) {
    var symbol = symbol
    let id = symbol.identifier.precise
    if nodes[id] != nil { return }
    if symbol.kind.identifier == "swift.extension" { return }
    if isInheritedNoise(symbol) { return }
    // Comments of other packages are inherited from their protocols; they are not ours to print.
    if let origin = symbol.docComment?.module, !modules.contains(origin) { symbol.docComment = nil }
    nodes[id] = Node(
      id: id, kind: SymbolKind(symbol), module: module, path: symbol.pathComponents, symbol: symbol)
  }

  /// Whether a member is repeated for a type that has it from a protocol or a superclass, which
  /// have it on a page already or are another package's. What a protocol without a page supplies is
  /// shown where it is inherited.
  private func isInheritedNoise(_ symbol: SymbolGraph.Symbol) -> Bool {
    let parts = symbol.identifier.precise.split(separator: "::SYNTHESIZED::")
    guard parts.count == 2 else { return false }
    let origin = String(parts[0])
    if written.contains(origin) { return true }
    if let extended = symbol.swiftExtension?.extendedModule { return !modules.contains(extended) }
    return !modules.contains { origin.hasPrefix("s:\($0.utf8.count)\($0)") }
  }

  // MARK: - Types of other modules

  private mutating func addExtendedTypes(_ graph: SymbolGraph) {
    let blocks = Dictionary(
      graph.symbols.filter { $0.kind.identifier == "swift.extension" }
        .map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
    for relation in graph.relationships where relation.kind == "extensionTo" {
      guard let block = blocks[relation.source] else { continue }
      let id = extendedType(
        relation.target, path: block.pathComponents, of: block.swiftExtension?.extendedModule,
        by: graph.module)
      extensions[relation.source] = id
      if let comment = block.docComment, !nodes[id]!.extensionComments.contains(comment) {
        nodes[id]!.extensionComments.append(comment)
      }
    }
  }

  private mutating func extendedType(
    _ target: Node.ID, path: [String], of extended: String?, by module: String
  ) -> Node.ID {
    let id = "extension of \(target) by \(module)"
    if nodes[id] == nil {
      nodes[id] = Node(
        id: id, kind: .extendedType, module: module, path: path,
        extended: Node.Relation(target: target, name: path.joined(separator: ".")),
        extendedModule: extended)
    }
    return id
  }

  /// Graphs without symbols for extensions name the extended type as the owner.
  private mutating func adoptMembers(of graph: SymbolGraph) {
    for relation in graph.relationships where relation.kind == "memberOf" {
      guard let member = nodes[relation.source], member.parent == nil, member.path.count > 1,
        nodes[relation.target]?.module != member.module
      else { continue }
      let owner = extendedType(
        relation.target, path: Array(member.path.dropLast()),
        of: member.symbol?.swiftExtension?.extendedModule, by: member.module)
      adopt(member.id, by: owner)
    }
  }

  /// Makes a symbol a member of another, unless that is in it.
  private mutating func adopt(_ member: Node.ID, by owner: Node.ID) {
    var ancestor: Node.ID? = owner
    while let id = ancestor {
      if id == member { return }
      ancestor = nodes[id]?.parent
    }
    nodes[member]!.parent = owner
  }

  /// Default implementations are related to their requirement alone. Where they stand, their path
  /// tells.
  private mutating func adoptDefaults() {
    let types = Dictionary(
      nodes.values.filter(\.kind.isType).map { ([$0.module] + $0.path, $0.id) },
      uniquingKeysWith: { min($0, $1) })
    let members = nodes.values.filter { $0.parent == nil && $0.path.count > 1 }
    for member in members.sorted(by: { $0.id < $1.id }) {
      let path = Array(member.path.dropLast())
      if let owner = types[[member.module] + path] {
        adopt(member.id, by: owner)
      } else if let requirement = member.requirement,
        let `protocol` = nodes[requirement.target]?.parent
      {
        let owner = extendedType(
          `protocol`, path: path, of: member.symbol?.swiftExtension?.extendedModule,
          by: member.module)
        adopt(member.id, by: owner)
      }
    }
  }

  // MARK: - Relations

  private mutating func add(_ relation: SymbolGraph.Relationship) {
    let source = extensions[relation.source] ?? relation.source
    guard nodes[source] != nil else { return }
    let target = extensions[relation.target] ?? relation.target
    let name =
      nodes[target]?.qualifiedName
      ?? relation.targetFallback.map(Self.withoutModule) ?? target
    var other = Node.Relation(
      target: target, name: name, constraints: relation.swiftConstraints ?? [])
    switch relation.kind {
    case "memberOf", "requirementOf", "optionalRequirementOf":
      if relation.kind != "memberOf" { nodes[source]!.isRequirement = true }
      guard let owner = nodes[target] else { return }
      if owner.module == nodes[source]!.module { adopt(source, by: target) }
    case "conformsTo":
      guard !Self.isImplied(relation.target) else { return }
      let own = nodes[source]!.symbol?.swiftGenerics?.constraints ?? []
      other.constraints.removeAll(where: own.contains)
      nodes[source]!.conform(to: other)
    case "inheritsFrom":
      nodes[source]!.superclass = other
    case "defaultImplementationOf":
      nodes[source]!.requirement = other
    case "overrides":
      nodes[source]!.overridden = other
    default:
      break
    }
  }

  private static func withoutModule(_ name: String) -> String {
    let rest = name.drop { $0 != "." }.dropFirst()
    return rest.isEmpty ? name : String(rest)
  }

  private static func precedes(_ a: SymbolGraph.Symbol, _ b: SymbolGraph.Symbol) -> Bool {
    let (first, second) = (a.identifier.precise, b.identifier.precise)
    if first != second { return first < second }
    return a.pathComponents == b.pathComponents
      ? isPrintedBefore(a, b) : a.pathComponents.lexicographicallyPrecedes(b.pathComponents)
  }

  private static func precedes(
    _ a: SymbolGraph.Relationship, _ b: SymbolGraph.Relationship
  ) -> Bool {
    let (first, second) = ((a.source, a.target, a.kind), (b.source, b.target, b.kind))
    return first == second ? isPrintedBefore(a, b) : first < second
  }

  /// An order of what differs in anything. Printing takes long.
  private static func isPrintedBefore<Value: Equatable>(_ a: Value, _ b: Value) -> Bool {
    a != b && "\(a)" < "\(b)"
  }

  /// What all types conform to that do not say otherwise, and metatypes.
  private static func isImplied(_ target: Node.ID) -> Bool {
    ["s:s8CopyableP", "s:s9EscapableP", "s:s16SendableMetatypeP"].contains(target)
  }

  // MARK: - The end

  /// The compiler writes `init(rawValue:)`, `init(from:)`, `==` and so on. They have no place in the
  /// sources, although their owner has.
  private mutating func dropWhatNobodyWrote() {
    for node in nodes.values {
      nodes[node.id]!.extensionComments.sort(by: Self.isPrintedBefore)
      guard let symbol = node.symbol, symbol.location == nil, symbol.docComment == nil,
        let parent = node.parent, nodes[parent]?.symbol?.location != nil
      else { continue }
      nodes[node.id] = nil
    }
  }

  /// A graph says of an extension that its type conforms to what the protocol refines, which it may
  /// well have done before.
  private mutating func dropImpliedConformances() {
    let all = nodes
    for node in all.values where node.kind == .extendedType {
      var implied: Set<Node.ID> = []
      var next = node.conformances.map(\.target)
      while let id = next.popLast() {
        let refined = all[id]?.conformances.map(\.target) ?? []
        next += refined.filter { implied.insert($0).inserted }
      }
      nodes[node.id]!.conformances.removeAll { implied.contains($0.target) }
    }
  }

  /// Those that only said what is implied.
  private mutating func dropEmptyExtensions() {
    let owners = Set(nodes.values.compactMap(\.parent))
    for node in nodes.values where node.kind == .extendedType {
      if node.conformances.isEmpty, !owners.contains(node.id) { nodes[node.id] = nil }
    }
  }

  private mutating func invertRelations() {
    for node in nodes.values {
      if let parent = node.parent {
        if nodes[parent] == nil { nodes[node.id]!.parent = nil }
        nodes[parent]?.children.append(node.id)
      }
      if let requirement = node.requirement { nodes[requirement.target]?.defaults.append(node.id) }
      if let superclass = node.superclass { nodes[superclass.target]?.subclasses.append(node.id) }
      if let extended = node.extended { nodes[extended.target]?.extensions.append(node.id) }
      for conformance in node.conformances {
        nodes[conformance.target]?.conformingTypes.append(
          Node.Relation(
            target: node.id, name: node.qualifiedName, constraints: conformance.constraints))
      }
    }
  }
}

extension Node {
  /// What holds without a condition need not be said again with one.
  fileprivate mutating func conform(to other: Relation) {
    if let index = conformances.firstIndex(where: { $0.target == other.target }) {
      if conformances[index].constraints.count > other.constraints.count {
        conformances[index] = other
      }
    } else {
      conformances.append(other)
    }
  }
}
