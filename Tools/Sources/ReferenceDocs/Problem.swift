/// Something about the sources that readers of the pages would miss.
public struct Problem: Error, Hashable, Comparable, CustomStringConvertible {
  /// Where it is, if that is known.
  public var file: String?
  /// The line, counted from 1.
  public var line: Int?
  /// What is wrong.
  public var message: String

  /// `file:line: message`, as compilers write it.
  public var description: String {
    guard let file else { return message }
    return "\(file):\(line.map { "\($0):" } ?? "") \(message)"
  }

  /// In the order of files and lines.
  public static func < (a: Problem, b: Problem) -> Bool {
    (a.file ?? "", a.line ?? 0, a.message) < (b.file ?? "", b.line ?? 0, b.message)
  }
}
