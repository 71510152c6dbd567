internal import CoreEngineKernel

/// A clock whose time passes when a test says so.
///
/// ```swift
/// subject.send(1)
/// await clock.sleepers(1)  // the operator waits
/// await clock.advance(by: .seconds(5))
/// await log.values(1)  // the sink has been called
/// ```
///
/// What is due runs one after the other, in order of due time, and of arrival where that is equal;
/// `now` is the due time meanwhile. A task that is woken has left its sleep before anything else is due.
/// What it does then, a test waits for by its effect: `sleepers` if it sleeps again, a `Log` else.
public final class TestClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    public init(offset: Duration) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private enum Work {
    case job(@Sendable () -> Void)
    case sleeper(CheckedContinuation<Bool, Never>)
  }

  private struct Entry {
    let due: Instant
    let number: Int
    let work: Work
  }

  private struct State {
    var now = Instant(offset: .zero)
    var number = 0
    /// The next one last.
    var entries: [Entry] = []
    var sleepers = 0
    /// Who waits for a number of sleepers.
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// Who waits for a woken task to leave its sleep, by the sleeper's number.
    var leaving: [Int: CheckedContinuation<Void, Never>] = [:]

    mutating func insert(_ work: Work, number: Int, due: Instant) {
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].due > due { low = middle + 1 } else { high = middle }
      }
      entries.insert(Entry(due: due, number: number, work: work), at: low)
    }

    /// Those who wait for as many sleepers as there are now.
    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers
      defer { waiting.removeAll { $0.count == count } }
      return waiting.filter { $0.count == count }.map(\.continuation)
    }
  }

  private let state = Locked(State())

  public init() {}

  public var now: Instant { state.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  public var sleepers: Int { state.withLock { $0.sleepers } }

  /// Waits until so many tasks sleep.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.sleepers == count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = nextNumber()
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDue, waiting) = state.withLock { state in
          if deadline <= state.now { return (true, [] as [CheckedContinuation<Void, Never>]) }
          state.insert(.sleeper(continuation), number: number, due: deadline)
          state.sleepers += 1
          return (false, state.takeWaiting())
        }
        if isDue { continuation.resume(returning: true) }
        for continuation in waiting { continuation.resume() }
        // For a task that was cancelled before it was in the list.
        if Task.isCancelled { remove(number) }
      }
    } onCancel: {
      remove(number)
    }
    state.withLock { $0.leaving.removeValue(forKey: number) }?.resume()
    if !isOver { throw CancellationError() }
  }

  /// Calls a closure when some time has passed; from inside `advance`.
  public func schedule(after duration: Duration, _ job: @escaping @Sendable () -> Void) {
    let number = nextNumber()
    state.withLock { $0.insert(.job(job), number: number, due: $0.now.advanced(by: duration)) }
  }

  /// Lets time pass.
  public func advance(by duration: Duration) async {
    let end = now.advanced(by: duration)
    while let entry = takeNext(until: end) {
      switch entry.work {
      case .job(let job): job()
      case .sleeper(let sleeper):
        await withCheckedContinuation { continuation in
          state.withLock { $0.leaving[entry.number] = continuation }
          sleeper.resume(returning: true)
        }
      }
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Lets time pass that nobody who waits has noticed yet.
  public func jump(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  private func takeNext(until end: Instant) -> Entry? {
    let (entry, waiting) = state.withLock { state in
      guard let next = state.entries.last, next.due <= end else {
        return (nil as Entry?, [] as [CheckedContinuation<Void, Never>])
      }
      state.entries.removeLast()
      state.now = max(state.now, next.due)
      if case .sleeper = next.work { state.sleepers -= 1 }
      return (next, state.takeWaiting())
    }
    for continuation in waiting { continuation.resume() }
    return entry
  }

  /// Wakes a sleeper whose task has been cancelled.
  private func remove(_ number: Int) {
    let (entry, waiting) = state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.number == number }) else {
        return (nil as Entry?, [] as [CheckedContinuation<Void, Never>])
      }
      state.sleepers -= 1
      return (state.entries.remove(at: index), state.takeWaiting())
    }
    if case .sleeper(let continuation)? = entry?.work { continuation.resume(returning: false) }
    for continuation in waiting { continuation.resume() }
  }
}

extension TestClock {
  /// The same clock, of which a sleep goes on to its end, though its task is cancelled.
  public struct Deaf: Clock {
    private let clock: TestClock

    public init(clock: TestClock) { self.clock = clock }

    public var now: Instant { clock.now }

    public var minimumResolution: Duration { clock.minimumResolution }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
      try await Task { [clock] in try await clock.sleep(until: deadline) }.value
    }
  }

  /// A clock that throws an error as soon as somebody sleeps.
  public struct Broken: Clock {
    private let error: any Error

    public init(error: any Error) { self.error = error }

    public var now: Instant { Instant(offset: .zero) }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
      throw error
    }
  }
}
