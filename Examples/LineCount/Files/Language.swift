/// What a file is written in, as far as its name says.
enum Language: String, CaseIterable, Sendable {
  case assembly = "Assembly"
  case c = "C"
  case cHeader = "C header"
  case cmake = "CMake"
  case cpp = "C++"
  case cSharp = "C#"
  case css = "CSS"
  case dart = "Dart"
  case dockerfile = "Dockerfile"
  case go = "Go"
  case haskell = "Haskell"
  case html = "HTML"
  case java = "Java"
  case javaScript = "JavaScript"
  case json = "JSON"
  case kotlin = "Kotlin"
  case lua = "Lua"
  case makefile = "Makefile"
  case markdown = "Markdown"
  case objectiveC = "Objective-C"
  case perl = "Perl"
  case php = "PHP"
  case python = "Python"
  case ruby = "Ruby"
  case rust = "Rust"
  case scala = "Scala"
  case shell = "Shell"
  case sql = "SQL"
  case swift = "Swift"
  case toml = "TOML"
  case typeScript = "TypeScript"
  case xml = "XML"
  case yaml = "YAML"

  /// Text in no language known here.
  case other = "Other"

  /// What contains a zero byte near its beginning.
  case binary = "Binary"

  /// The language that the name of a file stands for, by its extension or as a whole.
  init(of file: Path) {
    let name = file.name
    let dot = name.lastIndex(of: UInt8(ascii: "."))
    let suffix = dot.map { name[($0 + 1)...] } ?? name
    let key = String(decoding: suffix, as: UTF8.self).lowercased()
    // A program is called `go` or `sh`, too.
    self = Self.byName[key] ?? (dot == nil ? nil : Self.byExtension[key]) ?? .other
    // Its extension alone says nothing.
    if name.elementsEqual("CMakeLists.txt".utf8) { self = .cmake }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { language in language.names.map { ($0, language) } })

  private static let byExtension = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { language in
      language.extensions.map { ($0, language) }
    })

  /// Names without an extension, or extensions, in lower case.
  private var names: [String] {
    switch self {
    case .dockerfile: ["dockerfile"]
    case .makefile: ["makefile", "gnumakefile"]
    case .ruby: ["gemfile", "rakefile"]
    default: []
    }
  }

  /// Extensions, in lower case.
  private var extensions: [String] {
    switch self {
    case .assembly: ["s", "asm"]
    case .c: ["c"]
    case .cHeader: ["h"]
    case .cmake: ["cmake"]
    case .cpp: ["cpp", "cc", "cxx", "hpp", "hh", "hxx"]
    case .cSharp: ["cs"]
    case .css: ["css", "scss", "less"]
    case .dart: ["dart"]
    case .go: ["go"]
    case .haskell: ["hs"]
    case .html: ["html", "htm"]
    case .java: ["java"]
    case .javaScript: ["js", "jsx", "mjs", "cjs"]
    case .json: ["json"]
    case .kotlin: ["kt", "kts"]
    case .lua: ["lua"]
    case .makefile: ["mk"]
    case .markdown: ["md", "markdown"]
    case .objectiveC: ["m", "mm"]
    case .perl: ["pl", "pm"]
    case .php: ["php"]
    case .python: ["py", "pyi"]
    case .ruby: ["rb"]
    case .rust: ["rs"]
    case .scala: ["scala"]
    case .shell: ["sh", "bash", "zsh"]
    case .sql: ["sql"]
    case .swift: ["swift"]
    case .toml: ["toml"]
    case .typeScript: ["ts", "tsx"]
    case .xml: ["xml", "svg", "plist", "xsd"]
    case .yaml: ["yaml", "yml"]
    case .dockerfile, .other, .binary: []
    }
  }

  /// How it writes comments, and strings, in which something may look like one.
  var syntax: Syntax { Self.syntaxes[self]! }

  private static let syntaxes = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Syntax($0.tokens)) })

  private var tokens: [Syntax.Token] {
    let slashes: [Syntax.Token] = [.line("//"), .block("/*", "*/")]
    let quotes: [Syntax.Token] = [.string("\""), .string("'")]
    let hash: [Syntax.Token] = [.line("#")]
    switch self {
    case .c, .cHeader, .cpp, .cSharp, .java, .objectiveC: return slashes + quotes
    case .dart: return slashes + quotes + [.text("\"\"\""), .text("'''")]
    case .go, .javaScript, .typeScript: return slashes + quotes + [.text("`")]
    case .kotlin, .scala, .swift:
      return [.line("//"), .nested("/*", "*/"), .string("\""), .text("\"\"\"")]
    case .rust: return [.line("//"), .nested("/*", "*/"), .string("\"")]
    case .assembly: return slashes + hash + [.line(";")]
    case .php: return slashes + hash + quotes
    case .css: return slashes + quotes
    case .cmake, .dockerfile, .makefile, .perl, .shell, .toml, .yaml: return hash
    case .python: return hash + quotes + [.text("\"\"\""), .text("'''")]
    case .ruby: return hash + [.lines("=begin", "=end")]
    case .haskell: return [.line("--"), .nested("{-", "-}"), .string("\"")]
    case .lua: return [.line("--"), .block("--[[", "]]")] + quotes
    case .sql: return [.line("--"), .block("/*", "*/")] + quotes
    case .html, .xml, .markdown: return [.block("<!--", "-->")]
    case .json, .other, .binary: return []
    }
  }
}
