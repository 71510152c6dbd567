/// The program apart from its input and output: it takes lines and shows lines.
struct Session {
  private let show: Show
  private let random: () -> Int
  private var showcases: [any Showcase] = []

  /// Makes the cores, whose observers show the state that they begin with.
  ///
  /// - Parameters:
  ///   - flavors: Which cores there are.
  ///   - random: Where the numbers of `random` come from; asked once a command.
  ///   - show: Where to show each line.
  init(
    flavors: [Options.Flavor], random: @escaping () -> Int = { .random(in: 0...99) },
    show: @escaping Show
  ) async {
    self.show = show
    self.random = random
    for flavor in flavors {
      switch flavor {
      case .sync: showcases.append(SyncShowcase { show("sync     \($0)") })
      case .streams: showcases.append(StreamsShowcase { show("streams  \($0)") })
      case .async: showcases.append(await AsyncShowcase { show("async    \($0)") })
      }
    }
  }

  /// Does what a line asks for; an empty one asks for nothing.
  ///
  /// - Parameter line: The line.
  /// - Returns: Whether more lines are wanted.
  mutating func handle(_ line: String) async -> Bool {
    let text = line.trimmed
    guard !text.isEmpty else { return true }
    switch Command(text) {
    case .action(let action): await apply(.action(action))
    case .random: await apply(.effect(.success(random())))
    case .fail: await apply(.effect(.failure(NoAnswer())))
    case .quit: return false
    case nil: show("unknown command \(String(reflecting: text)); \(Command.help)")
    }
    return true
  }

  private mutating func apply(_ input: Input) async {
    for index in showcases.indices { await showcases[index].apply(input) }
  }
}
