/// One step of a ``TestCore``, as its failures name it.
struct Step {
  let name: String
  let fileID: String
  let line: Int

  func failure(_ message: String) -> TestCoreFailure {
    TestCoreFailure(message: message, fileID: fileID, line: line)
  }
}
