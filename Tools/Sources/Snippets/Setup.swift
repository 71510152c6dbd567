/// What documents are compiled against.
public struct Setup: Sendable {
  /// The folder of the package, which all paths begin in.
  public var root: String
  /// What a debug build of the package has left: modules, and their objects.
  public var build = ".build/debug"
  /// Where `<Module>.swift` declares what the doc comments of the module use without declaring it.
  public var preambles: String?
  /// Folders in which `<Module>.swift` stands for a module that is not installed.
  public var standIns: [String] = []
  /// Where the modules are, instead of in `build`, for programs that import a module that is not
  /// installed; that module is there, too. These programs are not run.
  public var variants: [String: String] = [:]

  public init(root: String) { self.root = root }
}
