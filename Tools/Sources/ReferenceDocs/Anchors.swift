/// The anchors of a page's headings, as forges and editors make them.
struct Anchors {
  private var all: Set<String> = []
  private var counts: [String: Int] = [:]

  /// Adds that of the next heading: its slug, with a number if that is taken.
  mutating func add(_ heading: String) -> String {
    let slug = Markdown.slug(heading)
    var anchor = slug
    while !all.insert(anchor).inserted {
      counts[slug, default: 0] += 1
      anchor = "\(slug)-\(counts[slug]!)"
    }
    return anchor
  }
}
