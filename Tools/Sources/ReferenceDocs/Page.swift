/// What stands on a page, and in which order.
struct Page {
  /// Where it is, from the folder of all pages.
  var path: String
  var title: String
  var groups: [Group] = []

  /// A heading, and symbols below it.
  struct Group {
    var title: String
    var members: [Node.ID]
    /// Whether each has a section with a heading here; if not, it is linked to.
    var hasSections: Bool
  }

  /// The headings in the order in which they are written.
  func headings(_ name: (Node.ID) -> String) -> [(text: String, symbol: Node.ID?)] {
    [(title, nil)]
      + groups.flatMap { group in
        [(group.title, nil)]
          + (group.hasSections ? group.members.map { (name($0), $0) } : [])
      }
  }
}
