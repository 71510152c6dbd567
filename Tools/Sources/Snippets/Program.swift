/// What is compiled at a time: the blocks of a document that belong together.
struct Program: Equatable {
  var file: String
  /// The module whose doc comment this is.
  var module: String?
  var blocks: [Block]
  /// How the compiler must refuse it.
  var refusals: [Refusal]?

  struct Refusal: Equatable {
    /// What the message begins with.
    var text: String
    var line: Int
  }

  struct Block: Equatable {
    var code: [Line]
    /// What the document says behind the block that it prints.
    var output: Statement?
    /// Stands in the module that the blocks before it are.
    var isContinued = false
  }

  var line: Int { blocks.first?.code.first?.number ?? 0 }

  var statements: [Statement] {
    blocks.flatMap { $0.code.compactMap(Statement.all(in:)) + [$0.output].compactMap { $0 } }
  }

  var imports: Set<String> {
    Set(blocks.flatMap(\.code).compactMap { Import($0.text)?.module } + [module].compactMap { $0 })
  }

  /// Its tests are run.
  var isTest: Bool { imports.contains("Testing") }

  /// Has its entry in a type, or in what runs its tests, instead of beginning at the top.
  var isLibrary: Bool {
    isTest || blocks.contains { $0.code.contains { $0.text.hasPrefix("@main") } }
  }

  /// The code of all blocks, of which the compiler reports the places in the document.
  var source: String {
    var lines: [String] = []
    if let module { lines.append("import \(module)") }
    for block in blocks {
      guard let first = block.code.first else { continue }
      lines.append("#sourceLocation(file: \"\(file)\", line: \(first.number))")
      for line in block.code {
        let isItself = block.isContinued && Import(line.text)?.isTestable == true
        lines.append(isItself ? "" : line.text)
      }
      lines.append("#sourceLocation()")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
