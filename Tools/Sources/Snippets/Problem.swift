/// What is wrong with a document, and where.
public struct Problem: Error, Equatable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var text: String

  public init(_ file: String, _ line: Int, _ text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  public var description: String { "\(file):\(line): \(text)" }
}
