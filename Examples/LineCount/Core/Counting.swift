/// All that is known, and what follows from what happens: a value that decides, and runs nothing.
struct Counting: Equatable, Sendable {
  enum Phase: Hashable, Sendable {
    case ready, running, finished, cancelled

    /// There is nothing at some of the paths to begin with, so nothing is counted.
    case refused([Path])
  }

  struct Settings: Equatable, Sendable {
    /// How many effects run at once.
    var jobs = 1

    /// Whether what each file has is kept, and not only the sums.
    var keepsFiles = false

    /// Folders are looked into first, so that it is known how much there is to do, unless so many
    /// files wait already.
    var waitingFiles = 100_000
  }

  // What changes with almost every action comes first: comparing two states ends there.

  /// The files that have been counted, or could not be.
  var done = 0

  /// The files that have been found, those included.
  var discovered = 0

  /// The files that are with effects.
  var inWork = 0

  var phase = Phase.ready
  var running: [Job] = []
  var begun = 0
  var totals: [Language: Counts] = [:]
  var problems: [Problem] = []
  var linksNotFollowed = 0
  var files = Batches<FileCount>()
  var waitingFolders = Batches<Folder>()
  var waitingFiles = Batches<File>()
  var settings = Settings()

  /// The file that has been in work for the longest time, or the first of those that are read
  /// together with it.
  var current: Path? {
    for job in running { if case .count(let files) = job.work { return files.first?.path } }
    return nil
  }

  var isOver: Bool { phase != .ready && phase != .running }

  /// What happens.
  enum Action: Equatable, Sendable {
    case start([Path])
    case cancel

    // From effects:
    case found(Findings)
    case missing([Path])
    case counted([FileCount], [Problem])
    case ended(Job.ID)
  }

  /// What is to be done about it.
  struct Orders: Equatable, Sendable {
    var start: [Job] = []
    var cancel: [Job.ID] = []
  }

  /// Changes the state to what follows once something has happened.
  ///
  /// - Returns: The effects to be started, and to be cancelled.
  mutating func apply(_ action: Action) -> Orders {
    switch action {
    case .start(let paths):
      guard phase == .ready else { return Orders() }
      phase = .running
      return Orders(start: [begin(.look(paths))])
    case .cancel:
      guard !isOver else { return Orders() }
      return stop(.cancelled)
    case .missing(let paths):
      return stop(.refused(paths))
    case .found(let findings):
      discovered += findings.files.count
      linksNotFollowed += findings.linksNotFollowed
      // Each group is one effect. A large file has one to itself.
      waitingFiles.append(findings.files, limit: 64, weightLimit: 1 << 20) { $0.size }
      waitingFolders.append(findings.folders, limit: 32)
      problems += findings.problems
    case .counted(let counts, let failures):
      done += counts.count + failures.count
      inWork -= counts.count + failures.count
      for file in counts { totals[file.language, default: Counts()] += file.counts }
      problems += failures
      if settings.keepsFiles { files.append(counts, limit: 256) }
    case .ended(let id):
      running.removeAll { $0.id == id }
    }
    return Orders(start: beginWaiting())
  }

  private mutating func beginWaiting() -> [Job] {
    var jobs: [Job] = []
    while running.count < settings.jobs {
      if waitingFiles.count < settings.waitingFiles, let folders = waitingFolders.popFirst() {
        jobs.append(begin(.walk(folders)))
      } else if let files = waitingFiles.popFirst() {
        inWork += files.count
        jobs.append(begin(.count(files)))
      } else {
        break
      }
    }
    if running.isEmpty { phase = .finished }
    return jobs
  }

  private mutating func begin(_ work: Job.Work) -> Job {
    begun += 1
    let job = Job(id: .init(number: begun), work: work)
    running.append(job)
    return job
  }

  private mutating func stop(_ phase: Phase) -> Orders {
    self.phase = phase
    defer { (running, inWork) = ([], 0) }
    return Orders(cancel: running.map(\.id))
  }
}
