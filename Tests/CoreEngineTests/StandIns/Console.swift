/// Where the documents' examples print, in a test that wants to know.
enum Console {
  @TaskLocal static var lines: AsyncStream<String>.Continuation?

  static func print(_ line: String) { lines?.yield(line) }
}
