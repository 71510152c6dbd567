import Foundation
import Snippets

@main enum Main {
  static let usage = """
    usage: snippets [--build <folder>] [--preambles <folder>] [--stand-ins <folder>]...
                    [--variant <module>=<folder>]... <file or folder>...

    Compiles every Swift block of the documents named: files in markdown, and the doc comments of Swift
    files, which stand in Sources/<module>/. Paths begin in the working folder, that of the package.
    """

  static func main() async throws {
    var setup = Setup(root: FileManager.default.currentDirectoryPath)
    var paths: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    func value(of option: String) -> String {
      guard let value = arguments.popFirst() else { fail("\(option) lacks its value.\n\n\(usage)") }
      return value
    }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--build": setup.build = value(of: argument)
      case "--preambles": setup.preambles = value(of: argument)
      case "--stand-ins": setup.standIns.append(value(of: argument))
      case "--variant":
        let parts = value(of: argument).split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { fail("--variant is given as <module>=<folder>.") }
        setup.variants[parts[0]] = parts[1]
      case _ where argument.hasPrefix("-"): fail("There is no \(argument).\n\n\(usage)")
      default: paths.append(argument)
      }
    }
    guard !paths.isEmpty else { fail(usage) }

    do {
      let files = try paths.flatMap(files(at:))
      let report = try await Checker(setup).check(files.map(document(at:)))
      guard report.problems.isEmpty else { fail("\(report)") }
      print(report)
    } catch {
      fail("\(error)")
    }
  }

  private static func files(at path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Problem(path, 1, "There is no such file.")
    }
    guard isFolder.boolValue else { return [path] }
    return try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
  }

  private static func document(at path: String) throws -> Document {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard path.hasSuffix(".swift") else { return Document(markdown: text, file: path) }
    let parts = path.split(separator: "/")
    guard let sources = parts.firstIndex(of: "Sources"), sources + 2 < parts.count else {
      throw Problem(path, 1, "The file is in no module: Sources/<module>/…")
    }
    return Document(swift: text, file: path, module: String(parts[sources + 1]))
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(1)
  }
}
