/// Writes one page.
struct PageWriter {
  let renderer: Renderer
  let path: String
  private(set) var problems: Set<Problem> = []
  private var paragraphs: [String] = [Renderer.marker]

  var reference: Reference { renderer.reference }
  var site: Site { renderer.site }

  init(_ renderer: Renderer, path: String) {
    self.renderer = renderer
    self.path = path
  }

  var text: String { paragraphs.joined(separator: "\n\n") + "\n" }

  /// Adds a paragraph, unless it is empty.
  mutating func write(_ paragraph: String) {
    if !paragraph.isEmpty { paragraphs.append(paragraph) }
  }

  mutating func writeHeading(_ level: Int, _ text: String) {
    write("\(String(repeating: "#", count: level)) \(text)")
  }

  /// A list, unless it is empty.
  mutating func writeList(_ items: [String]) {
    write(items.map(Markdown.item).joined(separator: "\n"))
  }

  // MARK: - Links

  func way(to page: String) -> String {
    Site.way(from: path, to: Site.Place(page: page, anchor: nil))
  }

  /// A symbol's name, which leads to where it is described.
  func link(_ id: Node.ID, as name: String) -> String {
    let code = Markdown.code(name)
    guard let place = site.place(of: id) else { return code }
    return Markdown.link(code, Site.way(from: path, to: place))
  }

  func link(_ relation: Node.Relation) -> String {
    let node = reference.nodes[relation.target]
    let isExtension = node?.kind == .extendedType
    let name = node?.qualifiedName ?? relation.name
    let link = link(relation.target, as: name) + (isExtension ? " (extension)" : "")
    guard !relation.constraints.isEmpty else { return link }
    return "\(link) where \(Markdown.code(Declaration.clause(relation.constraints)))"
  }

  /// The text of a comment, with links to the symbols that it names.
  mutating func linked(_ text: String, from scope: Scope) -> String {
    var missing: [String] = []
    let result = Markdown.rewriting(text, target: { moved($0, from: scope) }) { target in
      switch renderer.links.target(of: target, from: scope.symbol, in: scope.module) {
      case .symbol(let id):
        return link(id, as: displayName(of: id, from: scope))
      case .module(let name):
        return Markdown.link(Markdown.code(name), way(to: Site.overview(of: name)))
      case nil:
        missing.append(target)
        return nil
      }
    }
    for target in missing {
      let place = scope.symbol.flatMap { reference[$0].symbol }
        .map { Coverage.place($0, root: renderer.options.root) }
      let owner = scope.symbol.map { reference[$0].qualifiedName } ?? scope.module
      problems.insert(
        Problem(
          file: place?.file, line: place?.line,
          message: "\(Markdown.code(owner)) links to \(Markdown.code(target)), which is not public,"
            + " or not there."))
    }
    return result
  }

  /// A link in the text of a module, which is written to be right in that text's own file.
  private func moved(_ target: String, from scope: Scope) -> String {
    guard scope.symbol == nil, let way = renderer.options.wayToRoot, !target.hasPrefix("#"),
      SourcePath.isRelative(target),
      let file = SourcePath.resolved(
        target, from: "\(renderer.options.overviewFolder)/\(scope.module).md")
    else { return target }
    return "\(up)\(way)/\(file)"
  }

  /// The way from the page to the folder of all pages.
  var up: String { String(repeating: "../", count: path.split(separator: "/").count - 1) }

  /// A member of the same type goes by its own name.
  private func displayName(of id: Node.ID, from scope: Scope) -> String {
    let node = reference[id]
    guard let parent = node.parent, let symbol = scope.symbol else { return node.qualifiedName }
    let near = [symbol] + reference.ancestors(of: symbol)
    return near.contains(parent) ? node.name : node.qualifiedName
  }

  /// Whose comment a text belongs to.
  struct Scope {
    var symbol: Node.ID?
    var module: String
  }

  func scope(_ node: Node) -> Scope { Scope(symbol: node.id, module: node.module) }

  func comment(of node: Node) -> DocComment {
    DocComment(node.symbol?.docComment?.texts ?? [])
  }

  /// An item of a list of symbols: its name and what is said of it first.
  mutating func entry(_ id: Node.ID, as name: String? = nil) -> String {
    let node = reference[id]
    var item = link(id, as: name ?? node.name)
    if let extended = node.extendedModule { item += " of \(extended)" }
    let summary = linked(comment(of: node).summary, from: scope(node))
    if !summary.isEmpty { item += ": \(summary)" }
    if isDeprecated(node) { item += " *Deprecated.*" }
    return item.split(separator: "\n").map { $0.trimmingSpace() }.joined(separator: " ")
  }

  /// When a symbol is there at all, if not always; of an extension, when all of its members are.
  func condition(of node: Node) -> String? {
    if let symbol = node.symbol {
      return Coverage.place(symbol, root: renderer.options.root).file
        .flatMap { renderer.options.conditions[$0] }
    }
    let conditions = Set(node.children.map { condition(of: reference[$0]) })
    return conditions.count == 1 && node.conformances.isEmpty ? conditions.first! : nil
  }

  func isDeprecated(_ node: Node) -> Bool {
    node.symbol?.availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false
  }
}
