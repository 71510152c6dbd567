import Foundation

/// The built program, run as a user runs it.
enum Executable {
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the program with its input and output in pipes.
  static func run(_ arguments: [String] = [], input: String = "") throws -> Outcome {
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    if !input.isEmpty { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// Runs the program with its input and output on a terminal, which neither echoes nor changes
  /// what passes. Each line is typed when the prompt for it is there.
  static func runOnTerminal(typing lines: [String]) throws -> Outcome {
    let (ours, its) = try openTerminal()
    let process = Process()
    process.executableURL = url
    process.standardInput = its
    process.standardOutput = its
    try process.run()
    try its.close()
    var lines = lines[...]
    var output = ""
    while let text = read(ours.fileDescriptor) {
      output += text
      guard output.hasSuffix("> "), let line = lines.popFirst() else { continue }
      try ours.write(contentsOf: Data(line.utf8))
    }
    process.terminate()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: output, errors: "")
  }

  /// Waits for something to read, for ten seconds at most.
  ///
  /// - Returns: `nil` at the end, which on a terminal is an error that `FileHandle` would throw.
  private static func read(_ descriptor: Int32) -> String? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 10_000) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  private static func openTerminal() throws -> (ours: FileHandle, its: FileHandle) {
    var (ours, its): (Int32, Int32) = (-1, -1)
    guard openpty(&ours, &its, nil, nil, nil) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    var settings = termios()
    tcgetattr(its, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(its, TCSANOW, &settings)
    return (
      FileHandle(fileDescriptor: ours, closeOnDealloc: true),
      FileHandle(fileDescriptor: its, closeOnDealloc: true)
    )
  }

  /// Beside the tests, where the package is built.
  private static var url: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("Counter")
    #else
      return Bundle.main.bundleURL.appendingPathComponent("Counter")
    #endif
  }
}
