import Foundation

/// The markdown files of a folder and of those in it.
enum MarkdownFiles {
  /// Their paths from the folder, in order. Folders whose names begin with a dot are left out, and a
  /// folder that is not there has none.
  static func all(in folder: String) throws -> [String] {
    var paths: [String] = []
    try add(folder, prefix: "", to: &paths)
    return paths.sorted()
  }

  private static func add(_ folder: String, prefix: String, to paths: inout [String]) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      if name.hasPrefix(".") { continue }
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try add(path, prefix: "\(prefix)\(name)/", to: &paths)
      } else if name.hasSuffix(".md") {
        paths.append(prefix + name)
      }
    }
  }
}
