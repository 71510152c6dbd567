import Foundation

@main enum Program {
  @MainActor static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      switch options.task {
      case .help: print(Options.help)
      case .list: print(Case.list)
      case .one(let name):
        if options.isHere {
          var runner = Runner(stack: options.stack, seed: options.seed)
          await runner.run(Case.named(name)!, seconds: options.seconds)
        } else {
          try watch([name], options)
        }
      case .all: try watch(Case.all.map { $0.name }, options)
      case .soak:
        if options.isHere {
          var runner = Runner(stack: options.stack, seed: options.seed)
          if await !runner.soak(seconds: options.seconds, every: options.every) { exit(1) }
        } else {
          try watch(["soak"], options)
        }
      }
    } catch let error as Options.Misuse {
      complain("Stress: \(error.message)")
      exit(2)
    } catch {
      complain("Stress: \(error)")
      exit(1)
    }
  }

  /// Runs one after the other in processes of their own, whatever becomes of those before it.
  private static func watch(_ names: [String], _ options: Options) throws {
    guard limitStacks(to: options.stack) else {
      throw Options.Misuse(message: "stacks of \(options.stack) KB are not allowed here")
    }
    if let cores = options.cores, !limitCores(to: cores) {
      throw Options.Misuse(message: "this process cannot be limited to \(cores) cores")
    }
    var failures = 0
    for name in names {
      guard let failure = try Child(name, options).run() else { continue }
      complain("\(name) \(failure).")
      failures += 1
    }
    fflush(nil)
    // Without a search for leaks in the process that watches: it would find Foundation's `Process`.
    _exit(failures > 0 ? 1 : 0)
  }
}
