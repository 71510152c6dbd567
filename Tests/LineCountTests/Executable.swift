import Foundation

/// The built program, run as a user runs it. What waits for it is a thread of its own, since tasks
/// have only a few, which other tests need meanwhile.
struct Executable: Sendable {
  struct Outcome: Equatable, Sendable {
    /// What the program exited with; `nil` if a signal killed it.
    var status: Int32?
    var signal: Int32?
    var output: String
    var errors: String
  }

  /// How long it took, and the most memory that it had, in bytes. On Linux, that is at least what this
  /// process has, out of which it came.
  struct Cost: Sendable {
    var time: Duration
    var memory: Int
  }

  let url: URL

  init(_ url: URL = built) { self.url = url }

  /// Runs the program with its output in files, in a folder.
  func run(_ arguments: [String] = [], in folder: URL) async throws -> Outcome {
    try await measure(arguments, in: folder).outcome
  }

  func measure(
    _ arguments: [String], in folder: URL
  ) async throws -> (outcome: Outcome, cost: Cost) {
    try await onThread { try measureAndBlock(arguments, in: folder) }
  }

  private func measureAndBlock(
    _ arguments: [String], in folder: URL
  ) throws -> (outcome: Outcome, cost: Cost) {
    let files = try TemporaryFolder()
    let (output, errors) = (files.url.appending("output"), files.url.appending("errors"))
    let start = ContinuousClock.now
    let process = try spawn(arguments, in: folder) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output.path, O_CREAT | O_WRONLY, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors.path, O_CREAT | O_WRONLY, 0o600)
    }
    let (status, memory) = Self.wait(process)
    let time = start.duration(to: .now)
    return (
      Self.outcome(
        status, String(decoding: try Data(contentsOf: output), as: UTF8.self),
        String(decoding: try Data(contentsOf: errors), as: UTF8.self)),
      Cost(time: time, memory: memory)
    )
  }

  /// Runs the program on a terminal of its own, of which it has the keyboard.
  func runOnTerminal(
    _ arguments: [String], in folder: URL, _ use: @escaping @Sendable (Terminal) throws -> Void
  ) async throws -> Outcome {
    try await onThread { try runOnTerminalAndBlock(arguments, in: folder, use) }
  }

  private func runOnTerminalAndBlock(
    _ arguments: [String], in folder: URL, _ use: (Terminal) throws -> Void
  ) throws -> Outcome {
    var (ours, its): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1_024)
    var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ours, &its, &name, nil, &size) == 0 else { throw error(errno) }
    _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
    _ = fcntl(its, F_SETFD, FD_CLOEXEC)
    // A new session, which takes the terminal that it opens first for its own.
    let process: pid_t
    do {
      defer { close(its) }
      process = try spawn(arguments, in: folder, inNewSession: true) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
      }
    } catch {
      close(ours)
      throw error
    }
    let terminal = Terminal(descriptor: ours)
    let used = Result { try use(terminal) }
    if case .failure = used { kill(process, SIGKILL) }
    // Before the wait, which would never end for a program that goes on writing to nobody.
    close(ours)
    let status = Self.wait(process).status
    try used.get()
    return Self.outcome(status, terminal.text, "")
  }

  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// What a user sees and does.
  final class Terminal {
    struct Silence: Error, CustomStringConvertible {
      var wanted: String
      var text: String
      var description: String {
        "\(wanted.debugDescription) did not come; what came: \(text.debugDescription)"
      }
    }

    private let descriptor: Int32
    private(set) var text = ""

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(descriptor, bytes, bytes.count)
    }

    /// Reads until something has come that meets a condition.
    func wait(for wanted: String, _ isThere: (String) -> Bool) throws {
      while !isThere(text) {
        if try !readMore(wanted) { throw Silence(wanted: wanted, text: text) }
      }
    }

    func wait(for part: String) throws { try wait(for: part) { $0.contains(part) } }

    func readToEnd() throws { while try readMore("the end") {} }

    /// Waits until the program is gone, and reads nothing meanwhile.
    func waitForEnd() throws { try wait(for: 0, "the end") }

    private func readMore(_ wanted: String) throws -> Bool {
      try wait(for: POLLIN, wanted)
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { return false }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
      return true
    }

    /// Waits for five minutes at most, which only guards against a program that hangs.
    private func wait(for events: Int32, _ wanted: String) throws {
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      guard poll(&request, 1, 300_000) > 0 else { throw Silence(wanted: wanted, text: text) }
    }
  }

  // MARK: Processes

  #if canImport(Darwin)
    typealias Actions = posix_spawn_file_actions_t?
    typealias Attributes = posix_spawnattr_t?
    private static let newSession = POSIX_SPAWN_SETSID
  #else
    typealias Actions = posix_spawn_file_actions_t
    typealias Attributes = posix_spawnattr_t

    /// `POSIX_SPAWN_SETSID`, which is among the extensions that the module leaves out.
    private static let newSession = 0x80
  #endif

  private func spawn(
    _ arguments: [String], in folder: URL, inNewSession: Bool = false,
    _ prepare: (inout Actions) -> Void
  ) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (Actions, Attributes) = (nil, nil)
    #else
      var (actions, attributes) = (Actions(), Attributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions)
    // Whoever runs the tests may ignore or block what the program is to be interrupted by.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = inNewSession ? Self.newSession : 0
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(session)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, url.path]
    var words = (shell + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    guard result == 0 else { throw error(result) }
    return process
  }

  private static func wait(_ process: pid_t) -> (status: Int32, memory: Int) {
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    return (status, memory(usage))
  }

  /// The most memory that this process has had.
  static var memoryOfTests: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return memory(usage)
  }

  private static func memory(_ usage: rusage) -> Int {
    #if canImport(Darwin)
      Int(usage.ru_maxrss)
    #else
      Int(usage.ru_maxrss) * 1_024
    #endif
  }

  private static func outcome(_ status: Int32, _ output: String, _ errors: String) -> Outcome {
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
      output: output, errors: errors)
  }

  /// Beside the tests, where the package is built.
  static var built: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appending("LineCount")
    #else
      return Bundle.main.bundleURL.appending("LineCount")
    #endif
  }
}

/// A folder that lives as long as this.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending("LineCount-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, in folders that are made for it.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Makes a file that has many zero bytes, and takes no room.
  func makeHole(_ size: Int, at path: String) throws {
    try write("", to: path)
    guard truncate(url.appending(path).path, off_t(size)) == 0 else { throw error(errno) }
  }

  func link(_ path: String, to target: String) throws {
    guard symlink(target, url.appending(path).path) == 0 else { throw error(errno) }
  }
}

extension URL {
  func appending(_ path: String) -> URL { appendingPathComponent(path) }
}

func error(_ number: Int32) -> POSIXError { POSIXError(.init(rawValue: number) ?? .EIO) }
