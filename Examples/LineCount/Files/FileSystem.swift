/// What the effects ask of the outside world. Tests have one of their own.
protocol FileSystem: Sendable {
  /// What is at a path.
  ///
  /// - Parameter followingLink: Whether to look at what a link leads to, or at the link.
  func status(of path: Path, followingLink: Bool) async throws(FileError) -> FileStatus

  /// The names in a folder, in any order.
  func names(in folder: Path) async throws(FileError) -> [Path]

  /// Opens a file for reading. It is closed when it is let go of.
  func open(_ file: Path) async throws(FileError) -> any OpenFile
}

/// A file that is being read, from its beginning to its end.
protocol OpenFile {
  /// Reads what comes next.
  ///
  /// - Returns: How many bytes there are in the buffer now; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) async throws(FileError) -> Int
}

struct FileStatus: Equatable, Sendable {
  enum Kind: Sendable { case file, folder, link, other }

  /// What makes it the same, by whatever path.
  struct Identity: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  var kind: Kind
  var size = 0
  var identity: Identity
}

/// The number that the system gives for what went wrong.
struct FileError: Error, Hashable {
  var number: Int32
}
