import Foundation

/// A process that runs a case, or the soak, and is watched.
struct Child {
  let name: String
  let arguments: [String]
  /// After so many seconds it hangs.
  let limit: Int

  init(_ name: String, _ options: Options) {
    self.name = name
    var arguments = [
      name, "--here", "--seconds", "\(options.seconds)", "--seed", "\(options.seed)",
      "--stack", "\(options.stack)",
    ]
    if options.task == .soak { arguments += ["--every", "\(options.every)"] }
    self.arguments = arguments
    limit = options.seconds + options.limit
  }

  /// Runs it to its end. What it prints is seen at once.
  ///
  /// - Returns: What went wrong, if something did.
  func run() throws -> String? {
    let process = Process()
    let errors = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let identifier = process.processIdentifier
    let striking = DispatchWorkItem { _ = kill(identifier, SIGKILL) }
    let strike = DispatchTime.now() + .seconds(limit)
    DispatchQueue.global().asyncAfter(deadline: strike, execute: striking)
    var text = ""
    let handle = errors.fileHandleForReading
    while case let data = handle.availableData, !data.isEmpty {
      FileHandle.standardError.write(data)
      text += String(decoding: data, as: UTF8.self)
    }
    process.waitUntilExit()
    striking.cancel()
    if DispatchTime.now() >= strike { return "has not ended after \(limit) s" }
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return "ended by signal \(status)" }
    if status != 0 { return "ended with status \(status)" }
    return text.isEmpty ? nil : "wrote on standard error"
  }
}
