import Foundation

/// Paths of sources.
enum SourcePath {
  /// The path of a file of which a symbol graph gives the URL, from the root if it is below.
  static func relative(_ uri: String, to root: String) -> String {
    let path = URL(string: uri).map { $0.path } ?? uri
    if root.isEmpty { return path }
    let prefix = root.hasSuffix("/") ? root : "\(root)/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Whether a link stays on its site.
  static func isRelative(_ target: String) -> Bool {
    if target.hasPrefix("//") { return false }
    // `https:`
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let scheme = target[..<colon]
    return scheme.first?.isASCIILetter != true
      || !scheme.allSatisfy { $0.isASCIILetter || "0123456789+.-".contains($0) }
  }

  /// A path from the root, or `nil` if it leads out of it.
  static func resolved(_ target: String, from path: String) -> String? {
    var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}
