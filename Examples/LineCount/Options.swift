import Foundation

/// What the program was called with.
struct Options: Equatable {
  enum Format { case table, json, csv }

  /// What is wrong with the arguments.
  struct UsageError: Error, Equatable {
    var message: String
  }

  static let help = """
    usage: LineCount [OPTION ...] [PATH ...]

    Counts files, lines, blank lines, lines of comment and of code, and bytes, by language, in files
    and in folders with all that is in them. Without a path, in the current folder.

      --by-file            a line for each file
      --sort KEY           by name, files, lines (as without it), blank, comment, code or bytes
      --exclude GLOB       leave out what has such a name or, if there is a slash in it, such a path;
                           may be repeated
      --follow-symlinks    count what links lead to
      --jobs N             how many files are read at once, at most 256; without it, as many as there
                           are processors
      --json, --csv        not as a table
      --timeline FILE.svg  draw files in flight and done against time
      --help               this

    What cannot be counted is listed on standard error. Ctrl-C prints what has been counted so far.

    status: 0 all is counted, 1 something could not be, 2 wrong use or no such path, 130 interrupted
    """

  /// More make nothing faster, and each has a buffer and an open file.
  private static let mostJobs = 256

  var paths: [Path] = []
  var format = Format.table
  var byFile = false
  var sort = Report.Key.lines
  var excluded: [Path] = []
  var followsLinks = false
  var jobs = min(ProcessInfo.processInfo.activeProcessorCount, mostJobs)
  var timeline: Path?
  var wantsHelp = false

  /// - Parameter arguments: As paths, since they need not be text.
  init(_ arguments: some Sequence<Path>) throws(UsageError) {
    var rest = arguments.makeIterator()
    func value(_ option: String, _ what: String) throws(UsageError) -> Path {
      guard let value = rest.next() else { throw UsageError(message: "\(option) takes \(what)") }
      return value
    }
    var takesOptions = true
    while let argument = rest.next() {
      switch argument.text {
      case let text where !takesOptions || !text.hasPrefix("-"): paths.append(argument)
      case "--": takesOptions = false
      case "--by-file": byFile = true
      case "--json": format = .json
      case "--csv": format = .csv
      case "--follow-symlinks": followsLinks = true
      case "--help", "-h": wantsHelp = true
      case "--exclude": excluded.append(try value("--exclude", "a pattern"))
      case "--timeline": timeline = try value("--timeline", "the name of a file")
      case "--sort":
        let keys = Report.Key.allCases.map(\.rawValue).joined(separator: ", ")
        guard let key = Report.Key(rawValue: try value("--sort", "one of: \(keys)").text) else {
          throw UsageError(message: "--sort takes one of: \(keys)")
        }
        sort = key
      case "--jobs":
        let range = "a number from 1 to \(Self.mostJobs)"
        guard let number = Int(try value("--jobs", range).text), 1...Self.mostJobs ~= number else {
          throw UsageError(message: "--jobs takes \(range)")
        }
        jobs = number
      default:
        throw UsageError(message: "unknown option '\(argument.line)'; --help lists what there is")
      }
    }
    if paths.isEmpty { paths = ["."] }
  }

  /// Whether a path is to be left out: one of the patterns is like its name or, with a slash, like
  /// all of it.
  static func isExcluded(_ path: Path, by patterns: [Path]) -> Bool {
    patterns.contains { pattern in
      pattern.withCString { pattern in
        path.withCString { path in
          let name = strrchr(path, Int32(UInt8(ascii: "/"))).map { UnsafePointer($0 + 1) } ?? path
          // Only then: `.*` is like all of `./a`, and not meant for it.
          let isForPaths = strchr(pattern, Int32(UInt8(ascii: "/"))) != nil
          return fnmatch(pattern, isForPaths ? path : name, 0) == 0
        }
      }
    }
  }
}
