import Foundation

/// The file system of this machine.
struct Disk: FileSystem {
  func status(of path: Path, followingLink: Bool) throws(FileError) -> FileStatus {
    var info = stat()
    let result = path.withCString { followingLink ? stat($0, &info) : lstat($0, &info) }
    guard result == 0 else { throw .last }
    let kind: FileStatus.Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return FileStatus(
      kind: kind, size: Int(info.st_size),
      identity: .init(
        device: UInt64(truncatingIfNeeded: info.st_dev),
        number: UInt64(truncatingIfNeeded: info.st_ino)))
  }

  // With `readdir`, since Foundation's names are text, and names of files need not be.
  func names(in folder: Path) throws(FileError) -> [Path] {
    guard let stream = folder.withCString({ opendir($0) }) else { throw .last }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
    var names: [Path] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last }
        return names
      }
      let name = UnsafeRawPointer(entry) + offset
      let count = strlen(name.assumingMemoryBound(to: CChar.self))
      let path = Path(UnsafeRawBufferPointer(start: name, count: count))
      if path != "." && path != ".." { names.append(path) }
    }
  }

  func open(_ file: Path) throws(FileError) -> any OpenFile {
    // Does not wait for a writer if somebody has put a pipe where the file was.
    let descriptor = file.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .last }
    return DiskFile(descriptor: descriptor)
  }
}

private final class DiskFile: OpenFile {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }
}

extension FileError {
  fileprivate static var last: FileError { FileError(number: errno) }

  static let notFound = FileError(number: ENOENT)

  /// A file is on the way, where a folder would have to be.
  static let notAFolder = FileError(number: ENOTDIR)
  static let tooManyLinks = FileError(number: ELOOP)
}

extension FileError: CustomStringConvertible {
  var description: String { String(cString: strerror(number)) }
}
