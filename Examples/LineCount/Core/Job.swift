/// One effect: what it has to do, and what it is called.
struct Job: Equatable, Sendable {
  struct ID: Hashable, Sendable { var number: Int }

  enum Work: Equatable, Sendable {
    /// To see what there is at the paths that were asked for.
    case look([Path])

    /// To see what there is in folders.
    case walk([Folder])

    /// To read files.
    case count([File])
  }

  var id: ID
  var work: Work
}

/// A file that has been found.
struct File: Equatable, Sendable {
  var path: Path
  var size: Int
}

/// A folder that has been found.
struct Folder: Equatable, Sendable {
  var path: Path

  /// Where links are followed: itself and the folders that it is in, to notice when one leads back.
  var lineage: [FileStatus.Identity] = []
}

/// What has been found in folders.
struct Findings: Equatable, Sendable {
  var files: [File] = []
  var folders: [Folder] = []
  var problems: [Problem] = []
  var linksNotFollowed = 0

  var count: Int { files.count + folders.count + problems.count + linksNotFollowed }
}

/// What a file has.
struct FileCount: Equatable, Sendable {
  var path: Path
  var language: Language
  var counts: Counts
}

/// What could not be counted, and why.
struct Problem: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case error(FileError)
    case vanished
    case danglingLink
    case linkCycle
    case notAFile
  }

  var path: Path
  var reason: Reason
}

extension Problem.Reason {
  /// What an error says of something that had been found.
  ///
  /// - Parameter isLink: Whether a link had been found, and the error is that of what it leads to.
  init(_ error: FileError, isLink: Bool = false) {
    self =
      switch error {
      case .notFound: isLink ? .danglingLink : .vanished
      case .tooManyLinks: .linkCycle
      default: .error(error)
      }
  }
}

extension Problem.Reason: CustomStringConvertible {
  var description: String {
    switch self {
    case .error(let error): error.description
    case .vanished: "it was there, and vanished before it could be read"
    case .danglingLink: "a dangling link"
    case .linkCycle: "a link that leads back to where it came from"
    case .notAFile: "neither a file nor a folder"
    }
  }
}
