import Foundation

/// What a line of input asks for.
enum Command: Equatable {
  case action(CounterAction)
  case random
  case fail
  case quit

  static let help = """
    commands, one a line:
      +, -      count up or down by one
      N         jump by a number: 5, -12
      =N        set the count
      random    run an effect that sets the count to a random number
      fail      run an effect that fails
      q         quit
    """

  /// Reads a line that is free of space at both ends.
  ///
  /// - Parameter text: The line.
  init?(_ text: String) {
    switch text {
    case "+": self = .action(.increase)
    case "-": self = .action(.decrease)
    case "random": self = .random
    case "fail": self = .fail
    case "q": self = .quit
    default:
      if let distance = Int(text) {
        self = .action(.jump(distance))
      } else if text.hasPrefix("="), let count = Int(text.dropFirst().trimmed) {
        self = .action(.set(count))
      } else {
        return nil
      }
    }
  }
}

extension StringProtocol {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
