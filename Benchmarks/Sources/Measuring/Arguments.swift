/// What the program was called with.
public struct Arguments: Equatable, Sendable {
  /// What is wrong with the arguments.
  public struct Misuse: Error, Equatable {
    public var message: String

    public init(message: String) { self.message = message }
  }

  public static let help = """
    usage: bench [--filter TEXT]... [--rounds N] [--json FILE] [--plot DIR] [--list] [--help]

    Measures CoreEngine beside hand-written limits, in turns, and prints what an operation costs.

      --filter TEXT  only workloads whose name contains TEXT; several: any of them
      --rounds N     how often each contender is measured (default: 15, and fewer of what takes long)
      --json FILE    writes all samples to FILE
      --plot DIR     writes charts and results.md to DIR
      --list         names the workloads
      --help         prints this
    """

  public var filters: [String] = []
  public var rounds: Int?
  public var json: String?
  public var plot: String?
  public var wantsList = false
  public var wantsHelp = false

  public init(_ arguments: some Sequence<String>) throws(Misuse) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      func value(_ name: String) throws(Misuse) -> String {
        guard let value = rest.next(), !value.isEmpty, !value.hasPrefix("--") else {
          throw Misuse(message: "\(argument) takes \(name)")
        }
        return value
      }
      switch argument {
      case "--filter": filters.append(try value("a part of a workload's name"))
      case "--rounds":
        guard let rounds = Int(try value("a number of rounds")), rounds > 0 else {
          throw Misuse(message: "--rounds takes a number above 0")
        }
        self.rounds = rounds
      case "--json": json = try value("a file")
      case "--plot": plot = try value("a directory")
      case "--list": wantsList = true
      case "--help", "-h": wantsHelp = true
      default:
        throw Misuse(message: "there is no option '\(argument)'\n\n\(Self.help)")
      }
    }
  }

  /// The names that the filters let through, in order; all if there is no filter.
  public func select(from names: [String]) throws(Misuse) -> [String] {
    for filter in filters where !names.contains(where: { $0.contains(filter) }) {
      let list = names.map { "  \($0)" }.joined(separator: "\n")
      throw Misuse(message: "no workload has '\(filter)' in its name; there are:\n\(list)")
    }
    return names.filter { name in filters.isEmpty || filters.contains { name.contains($0) } }
  }
}
