/// An import declaration that stands on a line.
struct Import: Equatable {
  var module: String
  var isTestable: Bool

  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  init?(_ line: String) {
    let words = line.prefix { $0 != "/" }.split(separator: " ")
    guard let keyword = words.firstIndex(of: "import"),
      words[..<keyword].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "internal" })
    else { return nil }
    let path = words[(keyword + 1)...].drop { Self.kinds.contains($0) }
    guard let module = path.first?.prefix(while: { $0 != "." }) else { return nil }
    self.module = String(module)
    isTestable = words.contains("@testable")
  }
}
