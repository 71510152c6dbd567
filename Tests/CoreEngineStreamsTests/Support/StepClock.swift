/// A clock whose time passes when a world says so, and the isolation that waits for it.
///
/// All of it is on the thread of the world. An operator takes its duration from ``steps(_:)``: of those
/// that are due, the one that took it first has its turn first. (The library promises no order where
/// several are due, and a comparison needs one.)
actor StepClock: Clock {
  struct Duration: DurationProtocol {
    var count: Int
    /// Of no account for comparisons.
    var rank = 0

    static var zero: Duration { Duration(count: 0) }

    static func == (one: Duration, other: Duration) -> Bool { one.count == other.count }
    static func < (one: Duration, other: Duration) -> Bool { one.count < other.count }
    static func + (one: Duration, other: Duration) -> Duration {
      Duration(count: one.count + other.count, rank: max(one.rank, other.rank))
    }
    static func - (one: Duration, other: Duration) -> Duration {
      Duration(count: one.count - other.count, rank: max(one.rank, other.rank))
    }
    static func * (one: Duration, other: Int) -> Duration {
      Duration(count: one.count * other, rank: one.rank)
    }
    static func / (one: Duration, other: Int) -> Duration {
      Duration(count: one.count / other, rank: one.rank)
    }
    static func / (one: Duration, other: Duration) -> Double {
      Double(one.count) / Double(other.count)
    }
  }

  struct Instant: InstantProtocol {
    var time: Int
    /// Of no account for comparisons.
    var rank = 0

    func advanced(by duration: Duration) -> Instant {
      Instant(time: time + duration.count, rank: duration.rank)
    }

    func duration(to other: Instant) -> Duration { Duration(count: other.time - time) }

    static func == (one: Instant, other: Instant) -> Bool { one.time == other.time }
    static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
    func hash(into hasher: inout Hasher) { hasher.combine(time) }
  }

  private nonisolated let thread = Thread()

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  nonisolated var now: Instant { Instant(time: thread.now) }

  nonisolated var minimumResolution: Duration { .zero }

  /// How many sleep.
  nonisolated var sleepers: Int { thread.beds.count }

  /// A duration with a rank of its own.
  nonisolated func steps(_ count: Int) -> Duration {
    thread.ranks += 1
    return Duration(count: count, rank: thread.ranks)
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let bed = Bed(until: deadline, on: thread)
    // Not a continuation, which resumes on a thread of the pool.
    await withTaskCancellationHandler {
      await rest(in: bed)
    } onCancel: {
      bed.leave()
    }
    try Task.checkCancellation()
  }

  private func rest(in bed: Bed) async { await bed.rest() }

  /// Lets time pass that nobody notices yet.
  nonisolated func jump(by count: Int) { thread.now += count }

  /// Lets all have their turn that are due.
  nonisolated func settle() {
    thread.runAll()
    while let next = thread.next {
      next.leave()
      thread.runAll()
    }
  }

  /// Lets time pass, and all have their turn at their time.
  nonisolated func advance(by count: Int) {
    for _ in 0..<count {
      thread.now += 1
      settle()
    }
  }

  private final class Thread: SerialExecutor, @unchecked Sendable {
    // Safe: all of it is used on the thread of a world, on which alone tasks of its clock run.
    var now = 0
    var ranks = 0
    var beds: [Bed] = []
    private var ready: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []

    /// Who is to wake next.
    var next: Bed? {
      beds.filter { $0.due.time <= now }.min { $0.due.rank < $1.due.rank }
    }

    func add(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
      ready.append((job, executor))
    }

    func runAll() {
      while !ready.isEmpty {
        let (job, executor) = ready.removeFirst()
        job.runSynchronously(on: executor)
      }
    }

    func enqueue(_ job: consuming ExecutorJob) {
      add(UnownedJob(job), on: asUnownedSerialExecutor())
    }

    func checkIsolated() {}
  }

  /// Where a task sleeps: an actor that has its turn when it is time.
  private actor Bed: SerialExecutor {
    nonisolated let due: Instant
    private nonisolated let thread: Thread
    // Safe, both: as for the thread.
    private nonisolated(unsafe) var job: UnownedJob?
    private nonisolated(unsafe) var isOver = false

    private var rests = 0

    init(until due: Instant, on thread: Thread) {
      self.due = due
      self.thread = thread
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }

    nonisolated func enqueue(_ job: consuming ExecutorJob) {
      self.job = UnownedJob(job)
      thread.beds.append(self)
      if isOver { leave() }
    }

    nonisolated func leave() {
      isOver = true
      guard let job = job.take() else { return }
      thread.beds.removeAll { $0 === self }
      thread.add(job, on: asUnownedSerialExecutor())
    }

    // Something to do, for which it has to be on the bed.
    @inline(never)
    func rest() { rests += 1 }
  }
}
