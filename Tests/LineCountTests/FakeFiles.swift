import CoreEngineTesting
import Foundation

@testable import LineCount

/// Files and folders that exist in a test only.
final class FakeFiles: FileSystem {
  enum Node: Sendable {
    case file(String)
    case bytes([UInt8])

    /// A link, and where it leads, from the top.
    case link(String)
    case pipe
  }

  enum Call: Hashable, Sendable {
    case status(Path), names(Path), open(Path), read(Path)
  }

  /// Called at the beginning of each call; what it throws is what the call throws.
  typealias Hook = @Sendable (Call) async throws(FileError) -> Void

  private let nodes: [String: Node]
  private let hook: Hook

  /// - Parameter nodes: What is there, by its path from the top; folders follow from that.
  init(_ nodes: [String: Node], hook: @escaping Hook = { _ throws(FileError) in }) {
    self.nodes = nodes
    self.hook = hook
  }

  /// Fails each of the calls given.
  convenience init(_ nodes: [String: Node], failing: [Call: Int32]) {
    self.init(nodes) { call throws(FileError) in
      if let number = failing[call] { throw FileError(number: number) }
    }
  }

  func status(of path: Path, followingLink: Bool) async throws(FileError) -> FileStatus {
    try await hook(.status(path))
    let place = try place(of: path, followingLink: followingLink)
    let identity = FileStatus.Identity(device: 0, number: UInt64(UInt(bitPattern: place.hashValue)))
    return switch nodes[place] {
    case .file(let text): FileStatus(kind: .file, size: text.utf8.count, identity: identity)
    case .bytes(let bytes): FileStatus(kind: .file, size: bytes.count, identity: identity)
    case .link: FileStatus(kind: .link, identity: identity)
    case .pipe: FileStatus(kind: .other, identity: identity)
    case nil: FileStatus(kind: .folder, identity: identity)
    }
  }

  func names(in folder: Path) async throws(FileError) -> [Path] {
    try await hook(.names(folder))
    let prefix = try place(of: folder, followingLink: true) + "/"
    let names = nodes.keys.filter { $0.hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).prefix { $0 != "/" } }
    return Set(names).sorted().map { Path($0.utf8) }
  }

  func open(_ file: Path) async throws(FileError) -> any OpenFile {
    try await hook(.open(file))
    return switch nodes[try place(of: file, followingLink: true)] {
    case .file(let text): FakeFile(path: file, rest: Array(text.utf8)[...], hook: hook)
    case .bytes(let bytes): FakeFile(path: file, rest: bytes[...], hook: hook)
    default: throw FileError(number: EISDIR)
    }
  }

  /// Where a path leads when all links on the way are followed.
  private func place(of path: Path, followingLink: Bool) throws(FileError) -> String {
    var rest = path.text.split(separator: "/")[...]
    var place: [Substring] = []
    var hops = 0
    while let name = rest.popFirst() {
      place.append(name)
      if case .link(let target) = nodes[place.joined(separator: "/")],
        followingLink || !rest.isEmpty
      {
        hops += 1
        if hops > 40 { throw .tooManyLinks }
        rest = target.split(separator: "/") + rest
        place = []
      }
    }
    let found = place.joined(separator: "/")
    let exists = nodes[found] != nil || nodes.keys.contains { $0.hasPrefix(found + "/") }
    if !exists { throw .notFound }
    return found
  }
}

private final class FakeFile: OpenFile {
  private let path: Path
  private var rest: ArraySlice<UInt8>
  private let hook: FakeFiles.Hook

  init(path: Path, rest: ArraySlice<UInt8>, hook: @escaping FakeFiles.Hook) {
    self.path = path
    self.rest = rest
    self.hook = hook
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) async throws(FileError) -> Int {
    try await hook(.read(path))
    let next = rest.prefix(buffer.count)
    buffer.copyBytes(from: next)
    rest = rest.dropFirst(next.count)
    return next.count
  }
}
