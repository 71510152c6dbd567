import Foundation

@testable import ReferenceDocs

/// A small package that is compiled, and what is made of it.
struct Fixture {
  /// Where its sources and symbol graphs are. It is removed when nobody holds it any more.
  private let folder: TemporaryFolder
  let graphs: [SymbolGraph]

  /// - Parameters:
  ///   - modules: Sources by the names of modules, those that others import first.
  ///   - options: For the extraction of symbols.
  init(
    _ modules: KeyValuePairs<String, String>,
    options: [String] = ["-skip-synthesized-members", "-emit-extension-block-symbols"]
  ) throws {
    folder = try TemporaryFolder()
    let path = folder.path
    try folder.make("graphs")
    let triple = try Fixture.triple.get()
    for (name, source) in modules {
      try folder.write("\(name).swift", source)
      try run(
        "swiftc", "-emit-module", "-wmo", "-swift-version", "6", "-parse-as-library",
        "-enable-upcoming-feature", "ExistentialAny", "-module-name", name, "-I", path,
        "-o", "\(path)/\(name).swiftmodule", "\(path)/\(name).swift")
      try run(
        [
          "swift", "symbolgraph-extract", "-module-name", name, "-I", path, "-target", triple,
          "-minimum-access-level", "public", "-output-dir", "\(path)/graphs",
        ] + Self.sdk + options)
    }
    graphs = try SymbolGraph.all(in: "\(path)/graphs")
  }

  var root: String { folder.path }
  var graphFolder: String { "\(folder.path)/graphs" }

  func pages(_ options: Renderer.Options = .init()) -> Pages {
    var options = options
    options.root = root
    let reference = Reference(graphs)
    let rendered = Renderer(reference, options: options).pages()
    return Pages(
      files: rendered.files,
      problems: (rendered.problems + Coverage(reference, root: root).problems()).sorted())
  }

  private static let triple = Result {
    let information = try run("swiftc", "-print-target-info")
    guard let match = information.firstMatch(of: /"triple": "([^"]+)"/) else {
      throw CommandFailure(command: "swiftc -print-target-info", output: information)
    }
    return String(match.output.1)
  }

  private static var sdk: [String] {
    get throws {
      #if os(macOS)
        ["-sdk", try run("xcrun", "--show-sdk-path").trimmingSpace()]
      #else
        []
      #endif
    }
  }
}
