/// What the program was called with.
struct Options: Equatable {
  enum Flavor: String, CaseIterable {
    case sync, streams, async
  }

  /// What is wrong with the arguments.
  struct Misuse: Error, Equatable {
    var message: String
  }

  static let help = """
    usage: Counter [--flavor sync|streams|async] [--help]

    A counter in all three flavours of CoreEngine, or in one. It reads commands from standard input
    and shows what the observers of each core see: the count at first, then every change.

    \(Command.help)
    """

  var flavors = Flavor.allCases
  var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h":
        wantsHelp = true
      case "--flavor":
        guard let flavor = rest.next().flatMap(Flavor.init) else {
          throw Misuse(message: "--flavor takes one of: sync, streams, async")
        }
        flavors = [flavor]
      default:
        throw Misuse(message: "unknown argument '\(argument)'; --help lists what there is")
      }
    }
  }
}
