import Foundation

/// One line on a terminal that says what is being measured; nothing elsewhere.
struct ProgressLine {
  var total: Int
  private var done = 0
  private let isTerminal = isatty(STDERR_FILENO) != 0

  init(total: Int) { self.total = total }

  mutating func show(_ name: String) {
    done += 1
    write("\r\u{1B}[K[\(done)/\(total)] \(name)")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
