import Foundation

enum Memory {
  /// The most memory that this process has had so far, in bytes.
  static var peak: Int {
    #if os(Linux)
      // Not `getrusage`: a child inherits the peak of its parent there.
      let status = try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }!
      return Int(line.filter(\.isNumber))! * 1_024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// How much the peak grows while `body` runs.
  static func growth(
    isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
  ) async -> Int {
    // The first reading takes memory itself.
    _ = peak
    let before = peak
    await body()
    return peak - before
  }
}
