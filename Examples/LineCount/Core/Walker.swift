/// The effects that look for files.
struct Walker: Sendable {
  let files: any FileSystem
  let followsLinks: Bool
  let isExcluded: @Sendable (Path) -> Bool

  /// Looks at the paths that were asked for. Links among them are followed, always.
  ///
  /// - Throws: `CancellationError`.
  func look(at paths: [Path]) async throws -> (findings: Findings, missing: [Path]) {
    var findings = Findings()
    var missing: [Path] = []
    for path in paths {
      try Task.checkCancellation()
      do throws(FileError) {
        let status = try await files.status(of: path, followingLink: true)
        add(path, status, lineage: [], to: &findings)
      } catch .notFound, .notAFolder {
        missing.append(path)
      } catch {
        findings.problems.append(Problem(path: path, reason: .error(error)))
      }
    }
    return (findings, missing)
  }

  /// Looks into folders.
  ///
  /// - Parameter report: Called with what there is, some hundred at a time.
  /// - Throws: `CancellationError`.
  func walk(_ folders: [Folder], report: (Findings) async -> Void) async throws {
    var findings = Findings()
    for folder in folders {
      try Task.checkCancellation()
      for name in await names(in: folder, &findings) {
        // A folder may have millions of them.
        try Task.checkCancellation()
        let path = folder.path.appending(name.bytes)
        if !isExcluded(path) { await look(at: path, in: folder, &findings) }
        if findings.count >= 512 {
          await report(findings)
          findings = Findings()
        }
      }
    }
    try Task.checkCancellation()
    await report(findings)
  }

  /// The names in a folder: none if they cannot be read.
  private func names(in folder: Folder, _ findings: inout Findings) async -> [Path] {
    do throws(FileError) {
      return try await files.names(in: folder.path)
    } catch {
      findings.problems.append(Problem(path: folder.path, reason: .init(error)))
      return []
    }
  }

  private func look(at path: Path, in folder: Folder, _ findings: inout Findings) async {
    var isLink = false
    do throws(FileError) {
      var status = try await files.status(of: path, followingLink: false)
      if status.kind == .link {
        isLink = true
        status = try await files.status(of: path, followingLink: true)
        if !followsLinks {
          findings.linksNotFollowed += 1
          return
        }
      }
      add(path, status, lineage: folder.lineage, to: &findings)
    } catch {
      findings.problems.append(Problem(path: path, reason: .init(error, isLink: isLink)))
    }
  }

  private func add(
    _ path: Path, _ status: FileStatus, lineage: [FileStatus.Identity], to findings: inout Findings
  ) {
    switch status.kind {
    case .file:
      findings.files.append(File(path: path, size: status.size))
    case .folder where lineage.contains(status.identity):
      findings.problems.append(Problem(path: path, reason: .linkCycle))
    case .folder:
      let lineage = followsLinks ? lineage + [status.identity] : []
      findings.folders.append(Folder(path: path, lineage: lineage))
    case .link, .other:
      findings.problems.append(Problem(path: path, reason: .notAFile))
    }
  }
}
