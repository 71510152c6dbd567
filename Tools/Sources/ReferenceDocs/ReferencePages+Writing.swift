import Foundation

extension ReferencePages {
  /// Writes the pages into a folder, and removes those that it has from earlier.
  ///
  /// A file that was not made by this is neither changed nor removed.
  ///
  /// - Parameter folder: Where to. It is made if it is not there.
  /// - Returns: The paths of the files that were written or removed, in order; without those that
  ///   were already as they should be.
  /// - Throws: A ``Problem``, before anything is written, if a page would replace a file that was not
  ///   made by this; what the file system throws.
  public func write(to folder: String) throws -> [String] {
    let manager = FileManager.default
    let found = try MarkdownFiles.all(in: folder)
    var old: [String: String] = [:]
    for path in found {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      let isMade = text.hasPrefix(Renderer.marker)
      if isMade { old[path] = text }
      if !isMade, files[path] != nil {
        throw Problem(
          file: "\(folder)/\(path)", line: nil,
          message: "A page would replace this file, which was not made from doc comments. Move it"
            + " elsewhere.")
      }
    }
    let written = files.filter { old[$0.key] != $0.value }
    let removed = old.keys.filter { files[$0] == nil }
    for (path, text) in written {
      let url = URL(fileURLWithPath: "\(folder)/\(path)")
      try manager.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    for path in removed { try manager.removeItem(atPath: "\(folder)/\(path)") }
    return (written.keys + removed).sorted()
  }
}
