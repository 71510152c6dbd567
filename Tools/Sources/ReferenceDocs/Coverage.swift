/// Finds public symbols whose comments leave something out.
struct Coverage {
  private let reference: Reference
  private let root: String

  init(_ reference: Reference, root: String) {
    self.reference = reference
    self.root = root
  }

  func problems() -> [Problem] {
    reference.nodes.values.flatMap(problems).sorted()
  }

  private func problems(_ node: Node) -> [Problem] {
    guard let symbol = node.symbol else { return [] }
    let messages: [String]
    if let comment = symbol.docComment, comment.lines.contains(where: { !$0.text.isBlank }) {
      messages = isInherited(comment, symbol) ? [] : omissions(comment, symbol)
    } else {
      messages = ["has no doc comment"]
    }
    let (file, line) = Self.place(symbol, root: root)
    return messages.map { message in
      Problem(
        file: file, line: line,
        message: "\(Markdown.code(node.qualifiedName)) of \(node.module) \(message).")
    }
  }

  /// A comment of the requirement that a member fulfils may call parameters by other names.
  private func isInherited(
    _ comment: SymbolGraph.DocComment, _ symbol: SymbolGraph.Symbol
  ) -> Bool {
    guard let written = comment.uri, let declared = symbol.location?.uri else { return false }
    return written != declared
  }

  private func omissions(
    _ comment: SymbolGraph.DocComment, _ symbol: SymbolGraph.Symbol
  ) -> [String] {
    guard let signature = symbol.functionSignature else { return [] }
    let kind = SymbolKind(symbol)
    if kind == .operator || kind == .enumerationCase { return [] }
    let comment = DocComment(comment.texts)
    let described = comment.parameters.map(\.name)
    let declared = (signature.parameters ?? []).map { $0.internalName ?? $0.name }
    var messages = declared.filter { !described.contains($0) }
      .map { "does not say what its parameter `\($0)` is" }
    messages += described.filter { !declared.contains($0) }
      .map { "describes a parameter `\($0)` that it does not have" }
    if kind != .initializer, kind != .subscript, kind != .typeSubscript {
      let result = (signature.returns ?? []).map(\.spelling).joined()
      if !["", "()", "Void"].contains(result), comment.returns == nil {
        messages.append("does not say what it returns")
      }
    }
    if comment.throws == nil, declaresThrowing(symbol) {
      messages.append("does not say what it throws")
    }
    return messages
  }

  /// Whether it throws itself; a parameter's `throws` stands in parentheses.
  private func declaresThrowing(_ symbol: SymbolGraph.Symbol) -> Bool {
    let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
    return NestedText(declaration).contains(word: "throws", depth: 0)
  }

  /// Where a symbol is declared, from the root of the sources.
  static func place(_ symbol: SymbolGraph.Symbol, root: String) -> (file: String?, line: Int?) {
    guard let location = symbol.location else { return (nil, nil) }
    let (line, isBeyond) = location.position.line.addingReportingOverflow(1)
    return (SourcePath.relative(location.uri, to: root), isBeyond ? nil : line)
  }
}
