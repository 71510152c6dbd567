import Foundation

/// Finds links in markdown files that lead nowhere.
public struct LinkChecker {
  private let root: String

  /// A checker of a folder and all that is in it.
  ///
  /// - Parameter root: The folder; a path that begins with a slash is meant from here.
  public init(root: String) {
    self.root = root
  }

  /// The relative links whose file, folder or heading is not there, in the order of files and lines.
  ///
  /// Links to other sites are not looked at, nor is anything in folders whose names begin with a dot.
  ///
  /// - Returns: Nothing if all links lead somewhere.
  /// - Throws: A ``Problem`` if the folder is not there; what the file system throws.
  /// - Complexity: O(n), where n is the length of all files.
  public func problems() throws -> [Problem] {
    guard FileManager.default.fileExists(atPath: root) else {
      throw Problem(message: "There is no folder \(root).")
    }
    var documents: [String: MarkdownDocument] = [:]
    for path in try MarkdownFiles.all(in: root) {
      documents[path] = MarkdownDocument(
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }
    return documents.flatMap { path, document in
      document.links.compactMap { link in
        reason(link.target, in: path, documents).map {
          Problem(file: path, line: link.line, message: "\(Markdown.code(link.target)) \($0).")
        }
      }
    }
    .sorted()
  }

  /// Why a link leads nowhere, or `nil`.
  private func reason(
    _ target: String, in path: String, _ documents: [String: MarkdownDocument]
  ) -> String? {
    guard SourcePath.isRelative(target) else { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let written = parts[0].removingPercentEncoding ?? String(parts[0])
    guard let file = written.isEmpty ? path : SourcePath.resolved(written, from: path) else {
      return "leads out of \(root)"
    }
    guard FileManager.default.fileExists(atPath: "\(root)/\(file)") else { return "is not there" }
    guard parts.count > 1, !parts[1].isEmpty else { return nil }
    guard let document = documents[file] else {
      let isLine = parts[1].wholeMatch(of: /L[0-9]+(-L[0-9]+)?/) != nil
      return isLine ? nil : "has no headings to link to"
    }
    let anchor = parts[1].removingPercentEncoding ?? String(parts[1])
    return document.anchors.contains(anchor) ? nil : "names a heading that is not there"
  }
}
