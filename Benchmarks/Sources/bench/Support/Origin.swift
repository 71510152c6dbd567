import Foundation
import Measuring

extension Results.Origin {
  /// This machine, the compiler and the commit, as far as they can be found out.
  static var here: Self {
    Self(
      machine: "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores, \(system)",
      toolchain: output("swift", "--version") ?? "unknown",
      commit: output("git", "describe", "--always", "--dirty", "--abbrev=12") ?? "unknown")
  }

  private static var system: String { ProcessInfo.processInfo.operatingSystemVersionString }

  private static var processor: String {
    #if os(Linux)
      let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let name = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
      return name?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        ?? "unknown processor"
    #else
      return output("sysctl", "-n", "machdep.cpu.brand_string") ?? "unknown processor"
    #endif
  }

  /// The first line that a program prints.
  private static func output(_ program: String...) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = program
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text.split(separator: "\n").first.map(String.init) : nil
  }
}
