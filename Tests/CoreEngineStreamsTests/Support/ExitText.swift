import Testing

extension ExitTest.Result {
  /// What the process wrote to standard error.
  var errorText: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
