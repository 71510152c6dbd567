import Foundation
public import TestSupport

@testable import ReferenceDocs

/// Makes pages of symbol graphs of which nobody knows whether they make sense.
public enum SymbolGraphs {
  /// Runs an input: JSON, if it begins as such does, and else what a graph is made of.
  ///
  /// - Returns: What is wrong, if anything is.
  public static func fault(
    of bytes: UnsafeBufferPointer<UInt8>, _ chooser: @autoclosure () -> any Chooser
  ) -> String? {
    var texts: [String] = []
    if bytes.first == UInt8(ascii: "{") {
      texts = [String(decoding: bytes, as: UTF8.self)]
    } else {
      let chooser = chooser()
      for _ in 0...chooser.choose(2) {
        texts.append(GraphText(chooser).text(module: chooser.choose(of: GraphText.modules)))
      }
    }
    let graphs: [SymbolGraph]
    do {
      graphs = try texts.map { try SymbolGraph(json: Data($0.utf8), file: "graph") }
    } catch let error as SymbolGraphError {
      return error.reason.isEmpty ? "an error without a reason" : nil
    } catch {
      return "an error that does not say what is wrong: \(error)"
    }
    let site = Outcome(graphs)
    var faults = PageChecks(site, texts: texts).faults()
    let reordered = graphs.map(\.inAnotherOrder)
    if reordered != graphs { faults += site.difference(from: Outcome(reordered)) }
    return faults.isEmpty ? nil : (faults + ["of:"] + texts).joined(separator: "\n")
  }
}

extension SymbolGraph {
  fileprivate var inAnotherOrder: SymbolGraph {
    var other = self
    other.symbols.reverse()
    other.relationships.reverse()
    return other
  }
}

/// What is made of graphs.
struct Outcome {
  let renderer: Renderer
  let files: [String: String]
  let problems: [Problem]

  init(_ graphs: [SymbolGraph]) {
    let reference = Reference(graphs)
    var options = Renderer.Options()
    options.root = "/"
    options.wayToRoot = ".."
    renderer = Renderer(reference, options: options)
    let pages = renderer.pages()
    files = pages.files
    problems = (pages.problems + Coverage(reference, root: options.root).problems()).sorted()
  }

  func difference(from other: Outcome) -> [String] {
    var faults: [String] = []
    if problems != other.problems {
      faults.append("problems differ by order:\n\(problems)\n\(other.problems)")
    }
    if files.keys != other.files.keys {
      faults.append("files differ by order: \(files.keys.sorted()), \(other.files.keys.sorted())")
    }
    for (path, text) in files {
      guard let text2 = other.files[path], text != text2 else { continue }
      faults.append("\(path) differs by order:\n\(text)\nand:\n\(text2)")
    }
    return faults
  }
}
