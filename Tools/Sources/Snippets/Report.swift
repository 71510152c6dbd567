/// What a check has found.
public struct Report: Sendable, CustomStringConvertible {
  public private(set) var problems: [Problem]
  let documents: Int
  private(set) var blocks = 0
  private(set) var compiled = 0
  private(set) var run = 0
  private(set) var tested = 0
  private(set) var refused = 0

  init(problems: [Problem], documents: Int) {
    self.problems = problems
    self.documents = documents
  }

  mutating func add(_ program: Program, _ problem: Problem?, isRun: Bool) {
    if let problem { problems.append(problem) }
    if program.refusals != nil {
      refused += 1
      blocks += 1
    } else {
      compiled += 1
      blocks += program.blocks.count
      if isRun, program.isTest { tested += 1 } else if isRun { run += 1 }
    }
  }

  public var description: String {
    guard problems.isEmpty else {
      return problems.sorted { ($0.file, $0.line) < ($1.file, $1.line) }.map(\.description)
        .joined(separator: "\n\n")
    }
    return """
      \(blocks) blocks of \(documents) documents: \(compiled) programs compile, \(run) of them print \
      what is said, \(tested) pass their tests; \(refused) are refused as is said.
      """
  }
}
