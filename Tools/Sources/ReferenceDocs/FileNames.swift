/// The names of the files of a folder, where upper and lower case may be the same.
struct FileNames {
  private var taken: Set<String>

  init(reserved: [String]) {
    taken = Set(reserved.map { $0.lowercased() })
  }

  /// A file's name for a symbol's: `Type.Nested.md`, or `Type.Nested-2.md` if there is one already.
  mutating func unique(_ name: String) -> String {
    let stem = Self.safe(name)
    for number in 1... {
      let candidate = number == 1 ? "\(stem).md" : "\(stem)-\(number).md"
      if taken.insert(candidate.lowercased()).inserted { return candidate }
    }
    fatalError("There are more files than numbers.")
  }

  /// Letters, digits and dots stay, as many as a file system takes with what is added; what a file
  /// system or a link may not take becomes a dash.
  static func safe(_ name: String) -> String {
    let safe = String(name.map { $0.isPartOfName && $0 != "`" || $0 == "." ? $0 : "-" })
    return safe.isEmpty ? "-" : safe.shortened
  }
}

extension String {
  /// Its beginning, of 200 bytes at most.
  fileprivate var shortened: String {
    if utf8.count <= 200 { return self }
    var result = self
    while result.utf8.count > 200 { result.removeLast() }
    return result
  }
}
