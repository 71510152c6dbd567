import Foundation

/// The built program, run as a maintainer runs it.
enum Executable {
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the program on a thread of its own, so that none of the pool's waits.
  static func run(_ arguments: String...) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try runHere(arguments) })
      }
    }
  }

  private static func runHere(_ arguments: [String]) throws -> Outcome {
    // Files, since nobody reads the one pipe while the other fills up.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Stress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardOutput = try handle(files[0])
    process.standardError = try handle(files[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try text(files[0]), errors: try text(files[1]))
  }

  private static func handle(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  /// By a handle: `Data(contentsOf:)` leaks where a file is empty.
  private static func text(_ file: URL) throws -> String {
    let content = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    return String(decoding: content, as: UTF8.self)
  }

  /// Beside the tests, where the package is built.
  private static var url: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("Stress")
    #else
      return Bundle.main.bundleURL.appendingPathComponent("Stress")
    #endif
  }
}
