import Foundation

/// Ends the process, in optimised builds too, if something is not as it has to be.
func expect(
  _ condition: Bool, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
) {
  guard !condition else { return }
  complain("\(file):\(line): \(message())")
  // At once: what others do meanwhile is of no interest any more.
  _exit(1)
}

func complain(_ message: String) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
