import CoreEngineAsync
import Foundation

@main @MainActor enum Program {
  static func main() async {
    // Not `CommandLine.arguments`, which are text.
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).compactMap { $0.map { Path(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } }
    do {
      let options = try Options(arguments.dropFirst())
      if options.wantsHelp { write("\(Options.help)\n") } else { await run(options) }
    } catch {
      complain(error.message)
      exit(2)
    }
  }

  private static func run(_ options: Options) async {
    let core = LineCounter(
      files: Disk(), settings: .init(jobs: options.jobs, keepsFiles: options.byFile),
      followsLinks: options.followsLinks,
      excluded: { [patterns = options.excluded] in Options.isExcluded($0, by: patterns) })
    let interrupts = onInterrupt { core.send(.cancel) }
    let timeline = options.timeline.map { (file: $0, points: Timeline.record(core.transitions)) }
    let display = Terminal.isInteractive ? Task { await showProgress(core.states(.latest)) } : nil

    await core.action(.start(options.paths))
    await core.settled()

    display?.cancel()
    await display?.value
    let status = show(core.currentState, options)
    if let timeline { save(await timeline.points.value, to: timeline.file) }
    interrupts.cancel()
    exit(status)
  }

  /// Follows the states with a line on the terminal, as long as its task lives.
  private static func showProgress(_ states: some AsyncSequence<Counting, Never>) async {
    let progress = ProgressLine()
    await progress.follow(states, width: { Terminal.width }, show: Terminal.show)
    Terminal.show("\r\u{1B}[K")
  }

  /// Prints what came of it.
  ///
  /// - Returns: What to exit with.
  private static func show(_ counting: Counting, _ options: Options) -> Int32 {
    if case .refused(let paths) = counting.phase {
      for path in paths { complain("there is nothing at '\(path.line)'") }
      return 2
    }
    let report = Report(counting, sortedBy: options.sort)
    var text = ""
    report.write(options.format, byFile: options.byFile) { line in
      text += line
      guard text.utf8.count >= 1 << 16 else { return }
      write(text)
      text = ""
    }
    write(text)
    Terminal.show(report.remarks)
    return counting.phase == .cancelled ? 130 : counting.problems.isEmpty ? 0 : 1
  }

  private static func save(_ timeline: Timeline, to file: Path) {
    do {
      try Data(timeline.svg.utf8).write(to: URL(fileURLWithPath: file.text))
    } catch {
      complain("cannot write '\(file.line)': \(error.localizedDescription)")
      exit(2)
    }
  }

  private static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("cannot write: \(error.localizedDescription)")
      exit(2)
    }
  }

  private static func complain(_ message: String) {
    Terminal.show("LineCount: \(message)\n")
  }

  /// Has a closure called at the first Ctrl-C. The second one kills, as if there were nobody to care.
  private static func onInterrupt(_ body: @escaping @Sendable () -> Void)
    -> any DispatchSourceSignal
  {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "interrupts"))
    source.setEventHandler {
      source.cancel()
      signal(SIGINT, SIG_DFL)
      body()
    }
    source.resume()
    return source
  }
}
