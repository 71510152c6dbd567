import Foundation

/// The pages that describe what is public in a package.
public struct ReferencePages {
  /// The pages, by their paths in their folder.
  public let files: [String: String]

  /// Comments that are missing or leave something out, and links to symbols that are not there, in
  /// the order of files and lines.
  public let problems: [Problem]

  /// Reads symbol graphs and writes pages of them.
  ///
  /// - Parameters:
  ///   - graphs: The folders of the symbol graphs.
  ///   - modules: Which of their modules to describe; all if there are none.
  ///   - overviews: A folder, from the root, with a text for the top of each module's page,
  ///     `Module.md`.
  ///   - root: The folder that the sources' paths are shown from.
  ///   - wayToRoot: The way to it from the folder of the pages, if these are to link to sources.
  ///   - conditions: When the symbols of a file are there at all, if not always, by the file's path
  ///     from the root: "Combine can be imported".
  /// - Throws: A ``SymbolGraphError`` that names the file and what is wrong with it.
  public init(
    graphs: [String], modules: [String] = [], overviews: String? = nil, root: String = "",
    wayToRoot: String? = nil,
    conditions: [String: String] = [:]
  ) throws {
    var read = try graphs.flatMap(SymbolGraph.all)
    for module in modules where !read.contains(where: { $0.module == module }) {
      throw SymbolGraphError(
        file: graphs.joined(separator: ", "), reason: "there is no symbol graph of \(module)")
    }
    if !modules.isEmpty { read.removeAll { !modules.contains($0.module) } }
    let reference = Reference(read)
    var options = Renderer.Options(root: root, wayToRoot: wayToRoot, conditions: conditions)
    if let overviews {
      options.overviewFolder = SourcePath.relative(overviews, to: root)
      let isFromRoot = !root.isEmpty && !overviews.hasPrefix("/")
      let folder = isFromRoot ? "\(root)/\(overviews)" : overviews
      for module in reference.modules {
        if let data = FileManager.default.contents(atPath: "\(folder)/\(module).md") {
          options.overviews[module] = String(decoding: data, as: UTF8.self)
        }
      }
    }
    let pages = Renderer(reference, options: options).pages()
    files = pages.files
    problems = (pages.problems + Coverage(reference, root: root).problems()).sorted()
  }
}
