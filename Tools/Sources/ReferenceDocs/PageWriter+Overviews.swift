extension PageWriter {
  /// The page of all modules.
  mutating func writeOverview() {
    writeHeading(1, renderer.options.title)
    let index = Markdown.link("index", way(to: Site.index))
    write("What is public, by module. The \(index) has it by name.")
    writeList(
      reference.modules.map { module in
        var item = Markdown.link(Markdown.code(module), way(to: Site.overview(of: module)))
        let summary = linked(overview(of: module).summary, from: Scope(module: module))
        if !summary.isEmpty { item += ": \(summary)" }
        return item.split(separator: "\n").joined(separator: " ")
      })
  }

  /// The page of a module.
  mutating func write(_ page: Page, module: String) {
    write(Markdown.link(renderer.options.title, way(to: Site.overview)))
    writeHeading(1, module)
    let scope = Scope(module: module)
    let overview = overview(of: module)
    write(linked(overview.summary, from: scope))
    for block in overview.discussion {
      switch block {
      case .text(let text): write(linked(text, from: scope))
      case .code(let code): write(code)
      case .callout(let field):
        let text = linked(field.text, from: scope)
        write(Markdown.quote(Markdown.labelled("**\(field.title):**", text)))
      }
    }
    if page.groups.isEmpty { return }
    write("All names: \(Markdown.link("index", way(to: Site.index(of: module)))).")
    writeGroups(page, qualified: true)
  }

  private func overview(of module: String) -> DocComment {
    DocComment(renderer.options.overviews[module] ?? "")
  }

  /// All names, each with what it is and where it belongs.
  ///
  /// - Parameter module: Whose; all if it is left out.
  mutating func writeIndex(of module: String? = nil) {
    let modules = module.map { [$0] } ?? reference.modules
    var trail = [Markdown.link(renderer.options.title, way(to: Site.overview))]
    if let module { trail.append(Markdown.link(module, way(to: Site.overview(of: module)))) }
    write(trail.joined(separator: " / "))
    writeHeading(1, module.map { "Index of \($0)" } ?? "Index")
    let nodes = modules.flatMap(reference.symbols)
    let letters = Dictionary(grouping: nodes) { node in
      node.name.first.map { $0.isLetter ? $0.uppercased() : "" } ?? ""
    }
    for (letter, nodes) in letters.sorted(by: { $0.key < $1.key }) {
      writeHeading(2, letter.isEmpty ? "Operators" : letter)
      let sorted = nodes.sorted { a, b in
        let (first, second) = (a.name.lowercased(), b.name.lowercased())
        return first == second ? reference.precedes(a.id, b.id) : first < second
      }
      writeList(sorted.map { indexEntry($0, showsModule: module == nil) })
    }
  }

  private func indexEntry(_ node: Node, showsModule: Bool) -> String {
    let kind = node.kind.name.lowercased()
    let owner = node.parent.map { " of \(Markdown.code(reference[$0].qualifiedName))" } ?? ""
    let module = showsModule ? ", \(node.module)" : ""
    return "\(link(node.id, as: node.name)): \(kind)\(owner)\(module)"
  }
}
