import Foundation

struct CommandFailure: Error, CustomStringConvertible {
  var command: String
  var output: String

  var description: String { "\(command)\n\(output)" }
}

/// Runs a program to its end, and returns what it printed.
@discardableResult
func run(_ command: String...) throws -> String { try run(command) }

@discardableResult
func run(_ command: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw CommandFailure(command: command.joined(separator: " "), output: output)
  }
  return output
}
