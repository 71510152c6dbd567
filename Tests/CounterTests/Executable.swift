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
  /// what passes.
  static func runOnTerminal(input: String) throws -> Outcome {
    let (ours, its) = try openTerminal()
    let process = Process()
    process.executableURL = url
    process.standardInput = its
    process.standardOutput = its
    try process.run()
    try its.close()
    try ours.write(contentsOf: Data(input.utf8))
    let output = readAll(ours.fileDescriptor)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: "")
  }

  /// Not by `FileHandle`: a terminal whose other end is closed gives an error instead of an end, and
  /// with it what was read before would be lost.
  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var some = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &some, some.count), count > 0 {
      all += some.prefix(count)
    }
    return all
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
