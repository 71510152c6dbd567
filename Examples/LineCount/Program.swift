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
    let interrupts = await onInterrupt { core.send(.cancel) }
    let timeline = options.timeline.map { (file: $0, points: Timeline.record(core.transitions)) }
    // It is the next on the main actor, and so draws the first state before anything is counted.
    let display = Terminal.isInteractive ? Task { await showProgress(core.states(.latest)) } : nil

    await core.action(.start(options.paths))
    await core.settled()

    display?.cancel()
    await display?.value
    // Nothing is left to be cancelled: from now on Ctrl-C ends the report.
    if let interrupts { leave(interrupts) }
    let status = show(core.currentState, options)
    if let timeline { save(await timeline.points.value, to: timeline.file) }
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

  /// Has a closure called at the first Ctrl-C. The second one kills, as if there were nobody to care,
  /// and so does one that comes before this has returned; none gets lost.
  ///
  /// - Returns: `nil` if Ctrl-C is ignored, as a shell has it for what runs in the background: it
  ///   stays so.
  private static func onInterrupt(_ body: @escaping @Sendable () -> Void) async
    -> (any DispatchSourceSignal)?
  {
    typealias Handler = @convention(c) (Int32) -> Void
    let inherited: Handler? = signal(SIGINT, SIG_DFL)
    let ignoring: Handler? = SIG_IGN
    // Functions cannot be compared, and this one is but a number.
    if unsafeBitCast(inherited, to: Int.self) == unsafeBitCast(ignoring, to: Int.self) {
      signal(SIGINT, SIG_IGN)
      return nil
    }
    let source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "interrupts"))
    source.setEventHandler {
      leave(source)
      body()
    }
    // It listens some time after it has been resumed.
    await withCheckedContinuation { continuation in
      source.setRegistrationHandler {
        #if canImport(Darwin)
          // Elsewhere it keeps the signal from killing by itself.
          signal(SIGINT, SIG_IGN)
        #endif
        continuation.resume()
      }
      source.resume()
    }
    return source
  }

  /// Lets Ctrl-C kill from now on.
  private nonisolated static func leave(_ interrupts: any DispatchSourceSignal) {
    interrupts.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
