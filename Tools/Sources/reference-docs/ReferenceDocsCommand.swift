import Foundation
import ReferenceDocs

@main
struct ReferenceDocsCommand {
  static func main() {
    do {
      switch try Arguments(CommandLine.arguments.dropFirst()) {
      case .help: print(Arguments.usage)
      case .pages(let options): try writePages(options)
      case .links(let root): try checkLinks(root)
      }
    } catch let error as Arguments.Misuse {
      say("\(error.message)\n\n\(Arguments.usage)")
      exit(2)
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func writePages(_ options: Arguments.Pages) throws {
    let pages = try ReferencePages(
      graphs: options.graphs, modules: options.modules, overviews: options.overviews,
      root: options.root,
      wayToRoot: options.wayToRoot, conditions: options.conditions)
    let changed = try pages.write(to: options.output)
    print("\(pages.files.count) pages in \(options.output), \(changed.count) changed")
    fail(pages.problems)
  }

  private static func checkLinks(_ root: String) throws {
    fail(try LinkChecker(root: root).problems())
  }

  private static func fail(_ problems: [Problem]) {
    guard !problems.isEmpty else { return }
    for problem in problems { say("\(problem)") }
    say(problems.count == 1 ? "1 problem" : "\(problems.count) problems")
    exit(1)
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
