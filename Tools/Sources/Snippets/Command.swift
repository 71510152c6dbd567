import Foundation

/// A run of another program.
struct Command {
  var arguments: [String]
  var folder: URL
  /// Where its output goes.
  var log: URL

  struct Outcome {
    var hasSucceeded: Bool
    var isLate = false
    var output: String
    var errors: String
  }

  /// Runs it to its end, or for so many seconds.
  func run(limit: Int = 120) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let outputs = [log.appendingPathExtension("out"), log.appendingPathExtension("err")]
    let handles = try outputs.map {
      _ = FileManager.default.createFile(atPath: $0.path, contents: nil)
      return try FileHandle(forWritingTo: $0)
    }
    process.standardOutput = handles[0]
    process.standardError = handles[1]

    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let id = process.processIdentifier
    let timer = Task {
      try await Task.sleep(for: .seconds(limit))
      kill(id, SIGKILL)
      return true
    }
    for await _ in ends {}
    timer.cancel()
    let isLate = (try? await timer.value) ?? false
    for handle in handles { try handle.close() }
    return Outcome(
      hasSucceeded: process.terminationReason == .exit && process.terminationStatus == 0,
      isLate: isLate,
      output: try String(contentsOf: outputs[0], encoding: .utf8),
      errors: try String(contentsOf: outputs[1], encoding: .utf8))
  }
}
