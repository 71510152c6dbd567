/// A core did something else than a step of a ``TestCore`` expected.
public struct TestCoreFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected, what happened, and what to do.
  public let message: String

  /// The file of the step, as `#fileID` names it.
  public let fileID: String

  /// The line of the step.
  public let line: Int

  /// The place and the message.
  public var description: String { "\(fileID):\(line): \(message)" }
}
