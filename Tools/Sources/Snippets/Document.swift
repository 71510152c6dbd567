/// The programs of a file, and what is wrong with how they are written down.
public struct Document: Equatable {
  var file: String
  private(set) var programs: [Program] = []
  /// Those that the compiler must refuse.
  private(set) var refusals: [Program] = []
  public private(set) var problems: [Problem] = []

  /// A file in markdown. A block that begins with an `import` begins a program; those that follow
  /// without one belong to it.
  public init(markdown text: String, file: String) {
    self.file = file
    var current: Int?
    var last: Fence?
    for fence in fences(in: Line.all(of: text)) {
      switch role(of: fence) {
      case .compiled(let isContinued):
        let block = Program.Block(code: fence.code, isContinued: isContinued)
        if !isContinued, fence.beginsWithImport {
          current = programs.count
          programs.append(Program(file: file, blocks: [block]))
        } else if let current {
          programs[current].blocks.append(block)
        } else {
          report(fence, "The block names no module: let it begin with an import.")
        }
      case .refused:
        let base = fence.beginsWithImport ? [] : current.map { programs[$0].blocks } ?? []
        refusals.append(refused(fence, after: base, module: nil))
      case .output:
        if let current, let last, last.language == "swift" {
          let index = programs[current].blocks.count - 1
          programs[current].blocks[index].output = .lines(
            fence.code.map(\.text), line: fence.line)
        } else {
          report(fence, "No code stands before this output.")
        }
      case nil: break
      }
      last = fence
    }
  }

  /// Swift code. Each block of its doc comments is a program, and needs no import of its own module.
  public init(swift code: String, file: String, module: String) {
    self.file = file
    for fence in Line.docComments(of: code).flatMap({ fences(in: $0) }) {
      switch role(of: fence) {
      case .compiled:
        let block = Program.Block(code: fence.code)
        programs.append(Program(file: file, module: module, blocks: [block]))
      case .refused: refusals.append(refused(fence, after: [], module: module))
      case .output:
        report(fence, "In a doc comment, say what is printed in comments: // prints 1")
      case nil: break
      }
    }
  }

  private enum Role {
    case compiled(isContinued: Bool)
    case refused
    case output
  }

  private mutating func role(of fence: Fence) -> Role? {
    switch (fence.language, fence.words.dropFirst().first) {
    case ("swift", nil): return .compiled(isContinued: false)
    case ("swift", "continued"): return .compiled(isContinued: true)
    case ("swift", "must-not-compile"): return .refused
    case ("swift", "foreign"): return nil
    case ("swift", let word?):
      report(fence, "“\(word)” is none of: continued, must-not-compile, foreign.")
      return nil
    case ("output", _): return .output
    default: return nil
    }
  }

  private mutating func fences(in lines: [Line]) -> [Fence] {
    do throws(Problem) {
      return try Fence.all(in: lines, of: file)
    } catch {
      problems.append(error)
      return []
    }
  }

  private mutating func refused(
    _ fence: Fence, after base: [Program.Block], module: String?
  ) -> Program {
    let mark = "// error: "
    let errors = fence.code.compactMap { line in
      line.text.firstRange(of: mark).map {
        Program.Refusal(text: String(line.text[$0.upperBound...]), line: line.number)
      }
    }
    if errors.isEmpty { report(fence, "The block does not say how it is refused: // error: …") }
    let block = Program.Block(code: fence.code)
    return Program(file: file, module: module, blocks: base + [block], refusals: errors)
  }

  private mutating func report(_ fence: Fence, _ text: String) {
    problems.append(Problem(file, fence.line, text))
  }
}

extension Fence {
  fileprivate var language: String? { words.first?.lowercased() }

  fileprivate var beginsWithImport: Bool {
    let first = code.first {
      let text = $0.text.drop { $0 == " " }
      return !text.isEmpty && !text.hasPrefix("//")
    }
    return first.flatMap { Import($0.text) } != nil
  }
}
