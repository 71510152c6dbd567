import Foundation

/// This program again, in a process of its own, to measure the memory of one thing.
enum Child {
  static let option = "--probe"

  struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  static func run(_ probe: String) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [option, probe]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let bytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw Failed(description: "the probe '\(probe)' failed") }
    return bytes
  }
}
