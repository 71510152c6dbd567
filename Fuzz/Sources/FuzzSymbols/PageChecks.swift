@testable import ReferenceDocs

/// What must be so of pages, whatever they were made of.
struct PageChecks {
  private let outcome: Outcome
  private let texts: [String]
  private let pages: [String: MarkdownPage]

  init(_ outcome: Outcome, texts: [String]) {
    self.outcome = outcome
    self.texts = texts
    pages = outcome.files.mapValues(MarkdownPage.init)
  }

  func faults() -> [String] {
    let site = outcome.renderer.site
    var faults: [String] = []
    for (path, page) in pages {
      let found = page.fault.map { [$0] } ?? links(of: page, on: path)
      if found.isEmpty { continue }
      faults += found.map { "\(path): \($0)" } + [outcome.files[path] ?? ""]
    }
    for page in Array(site.modulePages.values) + site.symbolPages.values {
      faults += headings(of: page)
    }
    faults += names()
    return faults
  }

  /// A page has the headings that it was made with, and none of a comment; where symbols are said to
  /// be is where they are.
  private func headings(of page: Page) -> [String] {
    guard let written = pages[page.path] else { return ["\(page.path) was not written"] }
    let reference = outcome.renderer.reference
    let expected = page.headings { reference[$0].name }
    var faults: [String] = []
    if written.headings.count != expected.count {
      faults.append("headings are \(written.headings), not \(expected.map(\.text))")
    }
    for (heading, anchor) in zip(expected, written.anchors) {
      guard let symbol = heading.symbol else { continue }
      let place = outcome.renderer.site.place(of: symbol)
      if place != Site.Place(page: page.path, anchor: anchor) {
        faults.append("\(symbol) is at \(anchor), not at \(String(describing: place))")
      }
    }
    return faults.isEmpty
      ? [] : faults.map { "\(page.path): \($0)" } + [outcome.files[page.path] ?? ""]
  }

  /// Each link leads to a page, and to a heading of it.
  private func links(of page: MarkdownPage, on path: String) -> [String] {
    page.links.compactMap { link in
      guard let reason = reason(link, of: page, on: path) else { return nil }
      // Those of comments are as they were written.
      let isWritten = !SourcePath.isRelative(link) || texts.contains { $0.contains(link) }
      return isWritten ? nil : reason
    }
  }

  private func reason(_ link: String, of page: MarkdownPage, on path: String) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if parts[0].isEmpty, parts.count == 2 {
      return page.anchors.contains(String(parts[1])) ? nil : "no heading for \(link)"
    }
    guard let file = SourcePath.resolved(String(parts[0]), from: path) else {
      // To a source.
      return link.hasPrefix("../../") ? nil : "\(link) leads out"
    }
    guard let target = pages[file] else { return "no page for \(link)" }
    guard parts.count == 2 else { return nil }
    return target.anchors.contains(String(parts[1])) ? nil : "no heading for \(link)"
  }

  private func names() -> [String] {
    let paths = outcome.files.keys
    var faults = paths.filter { path in
      path.split(separator: "/", omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.count > 255
      }
    }
    .map { "a file cannot be called \($0)" }
    let reference = outcome.renderer.reference
    let modules = reference.modules.count
    let indexes = outcome.renderer.site.modulePages.values.filter { !$0.groups.isEmpty }.count
    if paths.count != 2 + modules + indexes + outcome.renderer.site.symbolPages.count {
      faults.append("pages of the same name among \(paths)")
    }
    // Modules are compiled side by side, so those names differ already.
    let folded = paths.map { path in
      let parts = path.split(separator: "/")
      return parts.dropLast().map(String.init) + [parts.last!.lowercased()]
    }
    if Set(folded).count != paths.count {
      faults.append("names that differ in case alone among \(paths)")
    }
    return faults
  }
}
