import CoreEngineAsync

/// The core of the program: it has all of the state, and runs as effects what the state asks for.
///
/// ```swift
/// let counter = LineCounter(files: Disk(), settings: .init(jobs: 2))
/// await counter.action(.start(["Sources"]))
/// await counter.settled()
/// print(counter.totals)
/// ```
actor LineCounter: AsyncCore {
  typealias State = Counting
  typealias Action = Counting.Action

  let store: AsyncCoreStore<Counting>
  private let walker: Walker
  private let reader: Reader

  init(
    files: any FileSystem, settings: Counting.Settings = .init(), followsLinks: Bool = false,
    excluded: @escaping @Sendable (Path) -> Bool = { _ in false }
  ) {
    store = AsyncCoreStore(initialState: Counting(settings: settings))
    walker = Walker(files: files, followsLinks: followsLinks, isExcluded: excluded)
    reader = Reader(files: files)
  }

  func reduce(state: Counting, action: Counting.Action) async throws -> Counting {
    var next = state
    let orders = next.apply(action)
    for id in orders.cancel { cancelEffect(id: id) }
    for job in orders.start { start(job) }
    return next
  }

  /// Runs a job as an effect, under its id. Each hands over what it has found, and at last that it
  /// has ended; the core lets the next one start then.
  private func start(_ job: Job) {
    dispatch(
      effect: { [walker, reader] send in
        switch job.work {
        case .look(let paths):
          let (findings, missing) = try await walker.look(at: paths)
          await send(missing.isEmpty ? .found(findings) : .missing(missing))
        case .walk(let folders):
          try await walker.walk(folders) { await send(.found($0)) }
        case .count(let files):
          let (counts, problems) = try await reader.count(files)
          await send(.counted(counts, problems))
        }
        await send(.ended(job.id))
      }, id: job.id)
  }
}
