import Foundation

@main enum Program {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp { print(Options.help) } else { await run(options.flavors) }
    } catch {
      FileHandle.standardError.write(Data("Counter: \(error.message)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ flavors: [Options.Flavor]) async {
    let isTyped = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
    if isTyped { print(Command.help) }
    var session = await Session(flavors: flavors) { print($0) }
    while let line = await nextLine(prompt: isTyped ? "> " : "") {
      guard await session.handle(line) else { return }
    }
    if isTyped { print() }
  }

  /// Waits for a line on the main thread, which has nothing else to do, and not on one of those that
  /// tasks share.
  @MainActor private static func nextLine(prompt: String) -> String? {
    print(prompt, terminator: "")
    fflush(nil)
    return readLine()
  }
}
