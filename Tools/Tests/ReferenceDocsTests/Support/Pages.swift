@testable import ReferenceDocs

/// What was made of a fixture.
struct Pages {
  var files: [String: String]
  var problems: [Problem]

  /// A page, without its first line, which all have.
  subscript(path: String) -> String {
    guard let page = files[path] else { return "no page \(path); there are \(files.keys.sorted())" }
    return String(page.dropFirst(Renderer.marker.count + 2))
  }

  /// What stands below each heading of this name on a page.
  func sections(_ heading: String, on path: String) -> [String] {
    let lines = self[path].split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { lines[$0].hasPrefix("#") && lines[$0].hasSuffix(" \(heading)") }
      .map { start in
        lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
          .joined(separator: "\n").trimmingSpace()
      }
  }

  /// The first of them.
  func section(_ heading: String, on path: String) -> String {
    sections(heading, on: path).first ?? "no heading \(heading) on:\n\(self[path])"
  }

  /// The declaration of a member.
  func declaration(_ name: String, on path: String) -> String {
    declarations(name, on: path).first ?? "none"
  }

  /// The declarations of all members of a name.
  func declarations(_ name: String, on path: String) -> [String] {
    sections("`\(name)`", on: path).map { section in
      section.firstMatch(of: /```swift\n((?s:.)*?)\n```/).map { String($0.output.1) } ?? section
    }
  }
}
