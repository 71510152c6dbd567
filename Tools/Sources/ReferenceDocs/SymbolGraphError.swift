/// A symbol graph that cannot be read, and why.
public struct SymbolGraphError: Error, Equatable, CustomStringConvertible {
  /// The path of the file or folder.
  public var file: String

  /// What is wrong with it, and how to mend it.
  public var reason: String

  /// `file: reason`.
  public var description: String { "\(file): \(reason)" }
}
