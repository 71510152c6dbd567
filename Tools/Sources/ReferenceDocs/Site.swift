/// Which page each symbol stands on, and where.
struct Site {
  static let overview = "README.md"
  static let index = "index.md"

  let reference: Reference
  private(set) var modulePages: [String: Page] = [:]
  private(set) var symbolPages: [Node.ID: Page] = [:]
  private var places: [Node.ID: Place] = [:]

  struct Place: Equatable {
    var page: String
    var anchor: String?
  }

  init(_ reference: Reference) {
    self.reference = reference
    for module in reference.modules {
      let page = modulePage(module)
      modulePages[module] = page
      place(membersOf: page)
      var names = FileNames(reserved: [Self.overview, Self.index])
      for node in reference.symbols(of: module) where node.hasPage {
        let path = "\(FileNames.safe(module))/\(names.unique(fileName(node)))"
        let page = Page(path: path, title: title(node), groups: groups(of: node))
        symbolPages[node.id] = page
        places[node.id] = Place(page: path, anchor: nil)
        place(membersOf: page)
      }
    }
  }

  func place(of id: Node.ID) -> Place? { places[id] }

  static func overview(of module: String) -> String { "\(FileNames.safe(module))/\(overview)" }

  static func index(of module: String) -> String { "\(FileNames.safe(module))/\(index)" }

  /// The way from one page to another.
  static func way(from page: String, to place: Place) -> String {
    let anchor = place.anchor.map { "#\($0)" } ?? ""
    if page == place.page, !anchor.isEmpty { return anchor }
    let from = page.split(separator: "/").dropLast()
    let to = place.page.split(separator: "/")
    let common = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to.dropFirst(common).map(String.init)).joined(separator: "/") + anchor
  }

  // MARK: - Layout

  private mutating func place(membersOf page: Page) {
    var anchors = Anchors()
    for heading in page.headings({ reference[$0].name }) {
      let anchor = anchors.add(heading.text)
      if let symbol = heading.symbol { places[symbol] = Place(page: page.path, anchor: anchor) }
    }
  }

  private func title(_ node: Node) -> String {
    node.kind == .extendedType ? "Extension of \(node.qualifiedName)" : node.qualifiedName
  }

  private func fileName(_ node: Node) -> String {
    node.extendedModule.map { "\($0).\(node.qualifiedName)" } ?? node.qualifiedName
  }

  private func modulePage(_ module: String) -> Page {
    let symbols = reference.symbols(of: module)
    let pages = symbols.filter(\.hasPage)
    let others = symbols.filter { $0.parent == nil && !$0.hasPage }
    return Page(
      path: Self.overview(of: module), title: module,
      groups: grouped(pages, hasSections: false) + grouped(others, hasSections: true))
  }

  private func groups(of owner: Node) -> [Page.Group] {
    let members = owner.children.map { reference[$0] }
    let nested = members.filter(\.hasPage)
    let others = members.filter { !$0.hasPage }
    let requirements = others.filter { $0.isRequirement && $0.kind != .associatedType }
    let defaults = others.filter { $0.requirement != nil && !$0.isRequirement }
    let special = Set((nested + requirements + defaults).map(\.id))
    var groups = grouped(nested, hasSections: false)
    let rest = grouped(members.filter { !special.contains($0.id) }, hasSections: true)
    func add(_ title: String, _ members: [Node]) {
      if members.isEmpty { return }
      let sorted = members.enumerated()
        .sorted { ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset) }
      groups.append(
        Page.Group(title: title, members: sorted.map(\.element.id), hasSections: true))
    }
    groups += rest.filter { $0.title == SymbolKind.associatedType.heading }
    add("Requirements", requirements)
    add("Default implementations", defaults)
    return groups + rest.filter { $0.title != SymbolKind.associatedType.heading }
  }

  private func grouped(_ nodes: [Node], hasSections: Bool) -> [Page.Group] {
    Dictionary(grouping: nodes, by: \.kind)
      .sorted { ($0.key.order, $0.key.name) < ($1.key.order, $1.key.name) }
      .map { kind, nodes in
        Page.Group(title: kind.heading, members: nodes.map(\.id), hasSections: hasSections)
      }
  }
}
