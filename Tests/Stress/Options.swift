/// What the program was called with.
struct Options: Equatable {
  enum Task: Equatable {
    case help, list, soak, all
    case one(String)
  }

  /// What is wrong with the arguments.
  struct Misuse: Error, Equatable {
    var message: String
  }

  static let help = """
    usage: Stress CASE|all|soak [options]
           Stress --list | --help

    Runs a case, or each of them, in a process of its own, which may neither hang nor trap, nor
    write on standard error, and which has small stacks. The status is 0 if all went well, 1 if
    not, and 2 if the arguments make no sense.

      --seconds N  repeat the case until so much time is over (1; for soak 14,400); 0 is once
      --seed N     where chance begins (1)
      --stack KB   the size of every stack (512)
      --cores N    how many cores the process may use (all; Linux only)
      --limit N    how many seconds more than --seconds it may take (300)
      --here       in this process: without limits, for a debugger

    soak repeats all cases in one process, prints a line of figures every minute, and fails when
    the memory grows.

      --every N    how many seconds lie between two lines (60)
    """

  var task: Task
  var seconds = 1
  var seed: UInt64 = 1
  var stack = 512
  var cores: Int?
  var limit = 300
  var every = 60
  var isHere = false

  init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments[...]
    guard let first = rest.popFirst() else { throw Misuse(message: "no case; see --help") }
    switch first {
    case "--help", "-h": task = .help
    case "--list": task = .list
    case "soak":
      task = .soak
      seconds = 14_400
    case "all": task = .all
    default:
      guard Case.named(first) != nil else {
        throw Misuse(message: "there is no case '\(first)'; see --list")
      }
      task = .one(first)
    }
    if task == .help || task == .list, let next = rest.first {
      throw Misuse(message: "\(first) stands alone, without '\(next)'")
    }
    var seen: Set<String> = []
    while let option = rest.popFirst() {
      guard seen.insert(option).inserted else {
        throw Misuse(message: "\(option) is given twice")
      }
      switch option {
      case "--seconds": seconds = try Self.number(after: option, in: &rest, 0...1_000_000)
      case "--seed": seed = try Self.number(after: option, in: &rest, 0...UInt64.max)
      case "--stack": stack = try Self.number(after: option, in: &rest, 64...1_048_576)
      case "--cores": cores = try Self.number(after: option, in: &rest, 1...1_024)
      case "--limit": limit = try Self.number(after: option, in: &rest, 1...1_000_000)
      case "--every" where task == .soak:
        every = try Self.number(after: option, in: &rest, 1...1_000_000)
      case "--here" where task != .all: isHere = true
      default: throw Misuse(message: "'\(option)' does not go with \(first); see --help")
      }
    }
    if isHere, cores != nil || seen.contains("--limit") {
      throw Misuse(message: "--here takes neither --cores nor --limit")
    }
  }

  private static func number<Number: FixedWidthInteger>(
    after option: String, in rest: inout ArraySlice<String>, _ range: ClosedRange<Number>
  ) throws(Misuse) -> Number {
    guard let text = rest.popFirst(), text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Number(text), range.contains(number)
    else {
      throw Misuse(
        message: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
