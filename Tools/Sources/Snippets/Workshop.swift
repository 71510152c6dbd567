import Foundation

/// Compiles and runs programs.
struct Workshop: Sendable {
  let setup: Setup
  /// Files come and go here.
  let scratch: URL
  /// Of all modules of the package.
  private var objects: [String] = []
  /// Modules that stand-ins stand for, and their objects.
  private var absent: Set<String> = []
  private var standIns: [String] = []
  private var manifestModules = ""

  private let root: URL

  /// - Parameter imports: All that the programs import.
  init(_ setup: Setup, scratch: URL, imports: Set<String>) async throws {
    self.setup = setup
    self.scratch = scratch
    root = URL(filePath: setup.root)
    objects = try packageObjects()
    for module in imports.sorted() {
      guard let file = standIn(for: module), try await !isInstalled(module) else { continue }
      absent.insert(module)
      if setup.variants[module] == nil {
        standIns.append(try await compileStandIn(module, file))
      }
    }
    if imports.contains("PackageDescription") { manifestModules = try await toolchainManifests() }
  }

  /// - Returns: What is wrong with the program, or nothing.
  func problem(of program: Program) async throws -> Problem? {
    let folder = scratch.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let executable = folder.appending(path: "program").path
    let isRun = isRun(program)
    let files = try write(program, to: folder)
    let compiled = try await swiftc(
      flags(of: program) + files
        + (isRun
          ? ["-o", executable] + objects + standIns
          : ["-emit-sil", "-wmo", "-o", "/dev/null"]),
      log: folder.appending(path: "swiftc"))
    if let refusals = program.refusals {
      return problem(of: program, refusedWith: refusals, compiled)
    }
    guard compiled.hasSucceeded else {
      return Problem(program.file, program.line, "This does not compile:\n\(compiled.errors)")
    }
    guard isRun else { return nil }
    let run = try await Command(
      arguments: [executable], folder: folder, log: folder.appending(path: "run")
    ).run()
    return problem(of: program, run)
  }

  /// Whether the program does more than to compile.
  func isRun(_ program: Program) -> Bool {
    program.refusals == nil && variant(of: program) == nil
      && (program.isTest || !program.statements.isEmpty)
  }

  // MARK: - What comes of it

  private func problem(
    of program: Program, refusedWith refusals: [Program.Refusal], _ compiled: Command.Outcome
  ) -> Problem? {
    let line = program.blocks.last?.code.first?.number ?? 0
    guard !compiled.hasSucceeded else {
      return Problem(program.file, line, "This must not compile, and does.")
    }
    let messages = compiled.errors.split(separator: "\n")
    let missing = refusals.first { refusal in
      !messages.contains {
        $0.hasPrefix("\(program.file):\(refusal.line):")
          && $0.contains(": error: \(refusal.text)")
      }
    }
    return missing.map {
      Problem(
        program.file, $0.line, "This is refused, but not with “\($0.text)”:\n\(compiled.errors)")
    }
  }

  private func problem(of program: Program, _ run: Command.Outcome) -> Problem? {
    func stops(_ text: String) -> Problem {
      Problem(program.file, program.line, "\(text)\n\(run.output)\(run.errors)")
    }
    guard !run.isLate else { return stops("This does not end.") }
    guard run.hasSucceeded else { return stops("This fails:") }
    guard !program.isTest else { return nil }
    let printed = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
    return Statement.problem(of: program.statements, printed: printed, file: program.file)
  }

  // MARK: - Compiling

  private func write(_ program: Program, to folder: URL) throws -> [String] {
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: false, encoding: .utf8)
      return file.path
    }
    var files = [try write(program.source, program.isLibrary ? "Snippet.swift" : "main.swift")]
    if program.isTest {
      files.append(
        try write(
          """
          import Testing

          @main struct Runner {
            static func main() async { await Testing.__swiftPMEntryPoint() as Never }
          }
          """, "Runner.swift"))
    }
    if let module = program.module, let folder = setup.preambles {
      let file = path("\(folder)/\(module).swift")
      if FileManager.default.fileExists(atPath: file) { files.append(file) }
    }
    return files
  }

  private func flags(of program: Program) -> [String] {
    var flags = ["-swift-version", "6", "-warnings-as-errors", "-module-name", "Snippet"]
    flags += ["-I", path(variant(of: program) ?? "\(setup.build)/Modules")]
    if !standIns.isEmpty { flags += ["-I", scratch.path] }
    if program.isLibrary { flags.append("-parse-as-library") }
    if program.imports.contains("PackageDescription") {
      flags += ["-I", manifestModules, "-package-description-version", program.toolsVersion]
    }
    return flags
  }

  private func variant(of program: Program) -> String? {
    program.imports.intersection(absent).sorted().lazy.compactMap { setup.variants[$0] }.first
  }

  private func swiftc(_ arguments: [String], log: URL) async throws -> Command.Outcome {
    try await Command(arguments: ["swiftc"] + arguments, folder: root, log: log).run(limit: 300)
  }

  // MARK: - What there is

  private func packageObjects() throws -> [String] {
    let modules = try FileManager.default.contentsOfDirectory(atPath: path("Sources"))
    return try modules.sorted().flatMap { module in
      let folder = path("\(setup.build)/\(module).build")
      // What has been renamed or deleted since leaves its object behind.
      let sources = Set(
        FileManager.default.enumerator(atPath: path("Sources/\(module)"))?
          .compactMap { URL(filePath: "\($0)").lastPathComponent } ?? [])
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        throw Problem(folder, 1, "There is no such folder: build the package for debugging first.")
      }
      return files.filter { $0.hasSuffix(".o") && sources.contains(String($0.dropLast(2))) }
        .sorted().map { "\(folder)/\($0)" }
    }
  }

  /// From the package's folder, unless it says otherwise.
  private func path(_ path: String) -> String {
    path.hasPrefix("/") ? path : root.appending(path: path).path
  }

  private func standIn(for module: String) -> String? {
    setup.standIns.lazy.map { path("\($0)/\(module).swift") }
      .first(where: FileManager.default.fileExists(atPath:))
  }

  private func isInstalled(_ module: String) async throws -> Bool {
    let file = scratch.appending(path: "probe.swift")
    try "import \(module)\n".write(to: file, atomically: false, encoding: .utf8)
    return try await swiftc(["-typecheck", file.path], log: scratch.appending(path: "probe"))
      .hasSucceeded
  }

  private func compileStandIn(_ module: String, _ file: String) async throws -> String {
    let object = scratch.appending(path: "\(module).o").path
    let outcome = try await swiftc(
      [
        "-swift-version", "6", "-parse-as-library", "-module-name", module, file,
        "-I", path("\(setup.build)/Modules"), "-c", "-o", object,
        "-emit-module", "-emit-module-path",
        scratch.appending(path: "\(module).swiftmodule").path,
      ], log: scratch.appending(path: module))
    guard outcome.hasSucceeded else {
      throw Problem(file, 1, "The stand-in does not compile:\n\(outcome.errors)")
    }
    return object
  }

  /// Where the modules of package manifests are.
  private func toolchainManifests() async throws -> String {
    struct Info: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let outcome = try await swiftc(["-print-target-info"], log: scratch.appending(path: "info"))
    let info = try JSONDecoder().decode(Info.self, from: Data(outcome.output.utf8))
    return "\(info.paths.runtimeResourcePath)/pm/ManifestAPI"
  }
}

extension Program {
  /// Of a manifest: `6.2`, from `// swift-tools-version: 6.2`.
  fileprivate var toolsVersion: String {
    let text = blocks.first?.code.first?.text ?? ""
    return text.split(separator: ":").last.map { $0.filter { $0 != " " } } ?? ""
  }
}
