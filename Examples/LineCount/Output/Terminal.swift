import Foundation

/// The terminal that the program runs on, if it does.
enum Terminal {
  /// Whether somebody watches: neither the output nor the errors go elsewhere.
  static var isInteractive: Bool { isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0 }

  /// How many characters a line has.
  static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Writes to standard error. If that fails, there is nowhere left to say so.
  static func show(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
