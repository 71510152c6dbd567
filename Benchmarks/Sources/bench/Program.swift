import Foundation
import Measuring

@main enum Program {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == Child.option, arguments.count == 2 {
        return try await probe(arguments[1])
      }
      if arguments.first == Gate.option { return try Gate.run(Array(arguments.dropFirst())) }
      try await run(Arguments(arguments))
    } catch let misuse as Arguments.Misuse {
      complain(misuse.message, status: 2)
    } catch {
      complain("\(error)", status: 1)
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    if arguments.wantsHelp { return print(Arguments.help) }
    let workloads = Workload.all
    let chosen = Set(try arguments.select(from: workloads.map(\.name)))
    let selection = workloads.filter { chosen.contains($0.name) }
    if arguments.wantsList { return selection.forEach { print($0.name) } }
    let runner = Runner(rounds: arguments.rounds)
    var outcomes: [Outcome] = []
    var progress = ProgressLine(total: selection.count)
    for workload in selection {
      progress.show(workload.name)
      outcomes.append(try await runner.measure(workload))
    }
    progress.clear()
    print(Table(outcomes).text)
    if let file = arguments.json { try writeJSON(outcomes, to: file) }
    if let directory = arguments.plot { try plot(outcomes, in: directory) }
  }

  private static func writeJSON(_ outcomes: [Outcome], to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(outcomes).write(to: URL(filePath: file))
  }

  private static func plot(_ outcomes: [Outcome], in directory: String) throws {
    let directory = URL(filePath: directory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (name, text) in Results(outcomes, origin: .here).files {
      try Data(text.utf8).write(to: directory.appending(path: name))
    }
  }

  private static func probe(_ name: String) async throws {
    guard let probe = MemoryProbe.all.first(where: { $0.name == name }) else {
      let names = MemoryProbe.all.map(\.name).joined(separator: ", ")
      throw Arguments.Misuse(message: "there is no probe '\(name)', but: \(names)")
    }
    print(await Task.detached(operation: probe.run).value)
  }

  private static func complain(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
    exit(status)
  }
}
