/// Writes the pages.
struct Renderer {
  /// The first line of each page.
  static let marker = "<!-- Made by reference-docs from doc comments; change those instead. -->"

  let reference: Reference
  let site: Site
  let links: SymbolLinks
  let options: Options

  struct Options {
    /// The heading of all.
    var title = "Reference"
    /// What the sources' paths begin with, and are shown without.
    var root = ""
    /// The way from the folder of the pages to `root`; `nil` if sources are not linked to.
    var wayToRoot: String?
    /// When the symbols of a file are there at all, if not always, by the file's path from `root`:
    /// "Combine can be imported".
    var conditions: [String: String] = [:]
    /// Where those texts are, from `root`.
    var overviewFolder = ""
    /// The text at the top of a module's page, by module.
    var overviews: [String: String] = [:]
  }

  init(_ reference: Reference, options: Options) {
    self.reference = reference
    self.options = options
    site = Site(reference)
    links = SymbolLinks(reference)
  }

  /// The pages by their paths, and what could not be linked.
  func pages() -> (files: [String: String], problems: [Problem]) {
    var files: [String: String] = [:]
    var problems: Set<Problem> = []
    func add(_ path: String, _ write: (inout PageWriter) -> Void) {
      var writer = PageWriter(self, path: path)
      write(&writer)
      files[path] = writer.text
      problems.formUnion(writer.problems)
    }
    add(Site.overview) { $0.writeOverview() }
    add(Site.index) { $0.writeIndex() }
    for (module, page) in site.modulePages {
      add(page.path) { $0.write(page, module: module) }
      if !page.groups.isEmpty { add(Site.index(of: module)) { $0.writeIndex(of: module) } }
    }
    for (id, page) in site.symbolPages { add(page.path) { $0.write(page, symbol: id) } }
    return (files, problems.sorted())
  }
}
