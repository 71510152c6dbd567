import Foundation

/// The effects that read files.
struct Reader: Sendable {
  let files: any FileSystem
  var bufferSize = 1 << 18

  /// Counts files, one after the other.
  ///
  /// - Throws: `CancellationError`.
  func count(_ batch: [File]) async throws -> (counts: [FileCount], problems: [Problem]) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    var counts: [FileCount] = []
    var problems: [Problem] = []
    counts.reserveCapacity(batch.count)
    for file in batch {
      try Task.checkCancellation()
      do {
        counts.append(try await count(file.path, buffer))
      } catch let error as FileError {
        problems.append(Problem(path: file.path, reason: .init(error)))
      }
    }
    return (counts, problems)
  }

  private func count(
    _ path: Path, _ buffer: UnsafeMutableRawBufferPointer
  ) async throws -> FileCount {
    let file = try await files.open(path)
    var held = try await file.read(into: buffer)
    let isBinary = held > 0 && memchr(buffer.baseAddress!, 0, min(held, 8_000)) != nil
    let language = isBinary ? .binary : Language(of: path)
    var scanner = LineScanner(language.syntax)
    while true {
      // What is not done with is moved to the front, and more of the file put behind it.
      let used = scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<held]), isLast: false)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[used..<held]))
      held -= used
      let count = try await file.read(into: .init(rebasing: buffer[held...]))
      if count == 0 { break }
      held += count
      // Reading blocks the thread, of which all tasks have only a few. A long file lets the others
      // go on now and then, among them the one that cancels it.
      await Task.yield()
      try Task.checkCancellation()
    }
    _ = scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<held]), isLast: true)
    return FileCount(path: path, language: language, counts: scanner.counts)
  }
}
