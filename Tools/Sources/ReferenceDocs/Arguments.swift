/// What the command line asks for.
public enum Arguments: Equatable {
  /// To explain the command.
  case help
  /// To write pages.
  case pages(Pages)
  /// To check the links of the markdown files in a folder.
  case links(root: String)

  /// What pages are made of, and where they go.
  public struct Pages: Equatable {
    /// The folders of the symbol graphs.
    public var graphs: [String] = []
    /// The modules to describe; all if there are none.
    public var modules: [String] = []
    /// Where the pages go.
    public var output = ""
    /// The folder of the modules' texts.
    public var overviews: String?
    /// What the sources' paths begin with.
    public var root = ""
    /// The way from the pages to the sources' root.
    public var wayToRoot: String?
    /// When the symbols of a file are there, if not always.
    public var conditions: [String: String] = [:]
  }

  /// A command line that nothing can be made of.
  public struct Misuse: Error, Equatable {
    /// What is wrong with it.
    public var message: String
  }

  /// How to use the command.
  public static let usage = """
    Writes the reference of a Swift package as markdown, and checks links.

    usage: reference-docs pages --graphs <folder> --output <folder> [options]
           reference-docs links [<folder>]

    pages   Makes pages of the symbol graphs in a folder: one a module, one a public type, and
            indexes. Fails, after writing them, if a public symbol lacks a doc comment, if a comment
            leaves out a parameter, what is returned or what is thrown, or if it links to a symbol
            that is not there.

      --graphs <folder>           Where *.symbols.json are. Can be given more than once.
      --module <name>             Which module to describe; all if it is left out. Can be given more
                                  than once.
      --output <folder>           Where the pages go. Pages of symbols that are gone are removed.
      --overviews <folder>        Has <Module>.md, the text at the top of that module's page. It is
                                  named from the root, as links in these texts are from there.
      --root <folder>             What the sources' paths are shown from.
      --way-to-root <path>        The way from the output to the root, for links to sources.
      --only-where <text> <file>  Says "Only where <text>" of the symbols of a file, which is named
                                  from the root. Can be given more than once.

    links   Fails if a relative link of a markdown file in the folder, or in one of its folders,
            leads to a file or heading that is not there. Without a folder: in this one.

      -h, --help                  Shows this.
    """

  /// Reads a command line.
  ///
  /// - Parameter arguments: What stands after the name of the program.
  /// - Throws: ``Misuse`` for an unknown command or option, and for one that lacks its value.
  public init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    if rest.contains("--help") || rest.contains("-h") {
      self = .help
      return
    }
    switch rest.popFirst() {
    case "pages": self = .pages(try Self.pages(&rest))
    case "links": self = .links(root: try Self.folder(&rest))
    case let command?: throw Misuse(message: "There is no command \(command).")
    case nil: throw Misuse(message: "A command is missing.")
    }
  }

  private static func pages(_ rest: inout ArraySlice<String>) throws -> Pages {
    var pages = Pages()
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
          throw Misuse(message: "\(option) lacks its value.")
        }
        return value
      }
      switch option {
      case "--graphs": pages.graphs.append(try value())
      case "--only-where":
        let condition = try value()
        pages.conditions[try value()] = condition
      case "--module": pages.modules.append(try value())
      case "--output": pages.output = try value()
      case "--overviews": pages.overviews = try value()
      case "--root": pages.root = try value()
      case "--way-to-root": pages.wayToRoot = try value()
      default: throw Misuse(message: "There is no option \(option).")
      }
    }
    if pages.graphs.isEmpty { throw Misuse(message: "--graphs is missing.") }
    if pages.output.isEmpty { throw Misuse(message: "--output is missing.") }
    return pages
  }

  private static func folder(_ rest: inout ArraySlice<String>) throws -> String {
    let folder = rest.popFirst() ?? "."
    if let extra = rest.first { throw Misuse(message: "\(extra) is one argument too many.") }
    if folder.hasPrefix("-") { throw Misuse(message: "There is no option \(folder).") }
    return folder
  }
}
