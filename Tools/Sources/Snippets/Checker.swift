import Foundation

/// Checks that the code of documents compiles, or is refused, and prints what is said of it.
public struct Checker: Sendable {
  private let setup: Setup

  public init(_ setup: Setup) { self.setup = setup }

  public func check(_ documents: [Document]) async throws -> Report {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }

    let programs = documents.flatMap { $0.programs + $0.refusals }
    let imports = Set(programs.flatMap(\.imports))
    let workshop = try await Workshop(setup, scratch: scratch, imports: imports)

    var report = Report(problems: documents.flatMap(\.problems), documents: documents.count)
    try await withThrowingTaskGroup(of: (Program, Problem?).self) { group in
      var waiting = programs[...]
      func start() {
        guard let program = waiting.popFirst() else { return }
        group.addTask { (program, try await workshop.problem(of: program)) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
      while let (program, problem) = try await group.next() {
        start()
        report.add(program, problem, isRun: workshop.isRun(program))
      }
    }
    return report
  }
}
