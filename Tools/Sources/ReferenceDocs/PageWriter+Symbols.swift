extension PageWriter {
  /// The page of a type.
  mutating func write(_ page: Page, symbol id: Node.ID) {
    let node = reference[id]
    var trail = [
      Markdown.link(renderer.options.title, way(to: Site.overview)),
      Markdown.link(node.module, way(to: Site.overview(of: node.module))),
    ]
    trail += reference.ancestors(of: id).reversed().map { link($0, as: reference[$0].name) }
    write(trail.joined(separator: " / "))
    writeHeading(1, page.title)
    if node.kind == .extendedType {
      writeExtended(node)
    } else {
      let module = Markdown.link(node.module, way(to: Site.overview(of: node.module)))
      write("\(node.kind.name) of \(module)")
    }
    writeDescription(node)
    writeRelations(node)
    writeContents(page)
    writeGroups(page)
  }

  /// What a module adds to a type of another.
  private mutating func writeExtended(_ node: Node) {
    guard let extended = node.extended else { return }
    let origin = node.extendedModule.map { " of \($0)" } ?? ""
    write("What \(node.module) adds to \(link(extended.target, as: node.qualifiedName))\(origin).")
    for comment in node.extensionComments {
      let comment = DocComment(comment.texts)
      write(linked(comment.summary, from: scope(node)))
      for block in comment.discussion { write(block, from: scope(node)) }
    }
  }

  private mutating func writeRelations(_ node: Node) {
    var items: [String] = []
    func add(_ title: String, _ relations: [String]) {
      if !relations.isEmpty { items.append("**\(title):** \(relations.joined(separator: ", "))") }
    }
    let isProtocol = node.kind == .protocol
    add("Inherits from", node.superclass.map { [link($0)] } ?? [])
    add("Inherited by", node.subclasses.map { link($0, as: reference[$0].qualifiedName) })
    add(isProtocol ? "Refines" : "Conforms to", node.conformances.map(link))
    let (refining, conforming) = node.conformingTypes.partitioned {
      reference[$0.target].kind == .protocol
    }
    add("Refined by", refining.map(link))
    add("Conforming types", conforming.map(link))
    add(
      "Extended by",
      node.extensions.map { id in
        site.place(of: id).map { Markdown.link(reference[id].module, Site.way(from: path, to: $0)) }
          ?? reference[id].module
      })
    if let source = source(of: node) { items.append("**Declared in:** \(source)") }
    writeList(items)
  }

  private func source(of node: Node) -> String? {
    guard let symbol = node.symbol, let way = renderer.options.wayToRoot,
      let file = Coverage.place(symbol, root: renderer.options.root).file, !file.isEmpty,
      !file.hasPrefix("/")
    else { return nil }
    return Markdown.link(Markdown.code(file), "\(up)\(way)/\(Markdown.target(file))")
  }

  /// Links to all that the page describes.
  private mutating func writeContents(_ page: Page) {
    let groups = page.groups.filter { $0.hasSections }
    guard groups.map(\.members.count).reduce(0, +) > 4 else { return }
    for group in groups {
      write("**\(group.title)**")
      writeList(group.members.map { entry($0) })
    }
  }

  mutating func writeGroups(_ page: Page, qualified: Bool = false) {
    for group in page.groups {
      writeHeading(2, group.title)
      if group.hasSections {
        for id in group.members { writeSection(id) }
      } else {
        writeList(
          group.members.map { entry($0, as: qualified ? reference[$0].qualifiedName : nil) })
      }
    }
  }

  private mutating func writeSection(_ id: Node.ID) {
    writeHeading(3, Markdown.code(reference[id].name))
    writeDescription(reference[id])
  }

  // MARK: - Descriptions

  private mutating func writeDescription(_ node: Node) {
    writeAvailability(node)
    if let symbol = node.symbol {
      let owner = node.parent.map { reference[$0] }
      let declaration = Declaration(
        symbol, names: reference.typeNames(around: node.id), extended: owner?.qualifiedName,
        constraints: reference.extensionConstraints(of: node))
      write(Markdown.block(declaration.text))
    }
    writeTypes(of: node)
    writeRequirement(node)
    write(comment(of: node), from: scope(node))
  }

  /// The types in a declaration, since nothing can be a link in code.
  private mutating func writeTypes(of node: Node) {
    let near = Set([node.id] + reference.ancestors(of: node.id))
    var seen: Set<Node.ID> = []
    let types = (node.symbol?.declarationFragments ?? []).compactMap(\.preciseIdentifier)
      .filter { id in
        guard let type = reference.nodes[id], !near.contains(id) else { return false }
        return (type.hasPage || type.kind == .typeAlias && type.parent == nil)
          && seen.insert(id).inserted
      }
    guard !types.isEmpty, !node.hasPage else { return }
    let links = types.map { link($0, as: reference[$0].qualifiedName) }
    write("Types: \(links.joined(separator: ", "))")
  }

  private mutating func writeRequirement(_ node: Node) {
    if let overridden = node.overridden {
      let name = reference.nodes[overridden.target]?.qualifiedName ?? overridden.name
      write("Overrides \(link(overridden.target, as: name)).")
    }
    if let requirement = node.requirement {
      let name = reference.nodes[requirement.target]?.qualifiedName ?? requirement.name
      write("Default implementation of \(link(requirement.target, as: name)).")
    } else if node.isRequirement, node.kind != .associatedType {
      let defaults = node.defaults.map { id in
        let place = site.place(of: id).map { Site.way(from: path, to: $0) } ?? ""
        let clause = Declaration.clause(reference.extensionConstraints(of: reference[id]))
        let link = Markdown.link("default implementation", place)
        return clause.isEmpty ? link : "\(link) where \(Markdown.code(clause))"
      }
      write(
        defaults.isEmpty ? "Required." : "Required, with a \(defaults.joined(separator: ", a ")).")
    }
  }

  private mutating func write(_ comment: DocComment, from scope: Scope) {
    write(linked(comment.summary, from: scope))
    for block in comment.discussion { write(block, from: scope) }
    if !comment.parameters.isEmpty {
      write("**Parameters**")
      writeList(
        comment.parameters.map {
          Markdown.labelled("\(Markdown.code($0.name)):", linked($0.text, from: scope))
        })
    }
    if let text = comment.returns {
      write(Markdown.labelled("**Returns:**", linked(text, from: scope)))
    }
    if let text = comment.throws {
      write(Markdown.labelled("**Throws:**", linked(text, from: scope)))
    }
    for field in comment.fields {
      write(Markdown.labelled("**\(field.title):**", linked(field.text, from: scope)))
    }
  }

  private mutating func write(_ block: DocComment.Block, from scope: Scope) {
    switch block {
    case .text(let text): write(linked(text, from: scope))
    case .code(let code): write(code)
    case .callout(let field):
      let text = linked(field.text, from: scope)
      write(Markdown.quote(Markdown.labelled("**\(field.title):**", text)))
    }
  }

  // MARK: - Availability

  private mutating func writeAvailability(_ node: Node) {
    if let condition = condition(of: node),
      node.parent.flatMap({ self.condition(of: reference[$0]) }) != condition
    {
      write("*Only where \(condition).*")
    }
    let availability = node.symbol?.availability ?? []
    for item in availability where item.isUnconditionallyDeprecated == true {
      write(Markdown.quote("**Deprecated.** \(advice(item, node))".trimmingSpace()))
    }
    for item in availability where item.isUnconditionallyUnavailable == true {
      let platform = item.domain.map { $0 == "*" ? "" : " on \($0)" } ?? ""
      write(Markdown.quote("**Unavailable\(platform).** \(advice(item, node))".trimmingSpace()))
    }
    let introduced = availability.compactMap { item in
      item.introduced.map { "\(item.domain ?? "") \($0.text)" }
    }
    if !introduced.isEmpty {
      write("**Available from:** \(introduced.sorted().joined(separator: ", "))")
    }
    for item in availability.sorted(by: { ($0.domain ?? "") < ($1.domain ?? "") }) {
      let domain = item.domain ?? ""
      if let version = item.deprecated {
        let text = "**Deprecated from \(domain) \(version.text).** \(advice(item, node))"
        write(Markdown.quote(text.trimmingSpace()))
      }
      if let version = item.obsoleted {
        write(Markdown.quote("**Gone from \(domain) \(version.text).**"))
      }
    }
  }

  /// What to use instead, and why.
  private mutating func advice(_ item: SymbolGraph.Availability, _ node: Node) -> String {
    var sentences: [String] = []
    if let message = item.message, !message.isEmpty {
      sentences.append(message.last.map { ".!?".contains($0) } == true ? message : "\(message).")
    }
    if let name = item.renamed, !name.isEmpty {
      let path = name.split(separator: ".").joined(separator: "/")
      // A renamed operator or accessor may name what no page has.
      if case .symbol(let id) = renderer.links.target(of: path, from: node.parent, in: node.module)
      {
        sentences.append("Renamed to \(link(id, as: name)).")
      } else {
        sentences.append("Renamed to \(Markdown.code(name)).")
      }
    }
    return sentences.joined(separator: " ")
  }
}

extension SymbolGraph.Version {
  /// `14` or `10.15.4`
  fileprivate var text: String {
    var numbers = [major, minor ?? 0, patch ?? 0]
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers.map { String($0) }.joined(separator: ".")
  }
}

extension Array {
  fileprivate func partitioned(_ belongs: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(belongs), filter { !belongs($0) })
  }
}
