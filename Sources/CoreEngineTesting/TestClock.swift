internal import CoreEngineSupport

/// A clock whose time passes when a test says so.
///
/// It goes wherever CoreEngine takes a clock: to `debounce` and its like, to the deadline of an effect,
/// to its retries.
///
/// ```swift
/// let clock = TestClock()
/// core.dispatch(effect: load, deadline: .seconds(5), clock: clock)
/// await clock.sleepers(1)  // the effect has started
/// await clock.advance(by: .seconds(5))
/// await core.settled()  // it has been cancelled
/// ```
///
/// - What is due runs one after the other, in order of due time, and where that is equal in the order in
///   which it was scheduled. `now` is the due time meanwhile.
/// - What is scheduled while time passes, for a time that has not passed yet, runs in its turn.
/// - A task that is woken has left its sleep before anything else is due. What it does then, a test waits
///   for by its effect: ``sleepers(_:)`` if it sleeps again, a ``Log`` else.
/// - A task that is cancelled while it sleeps wakes at once, and is no longer counted.
///
/// Wait until those sleep whom time is to reach: a task that begins to sleep after time has passed sleeps
/// from then on.
public final class TestClock: Clock, Sendable {
  /// A time of a ``TestClock``.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes the time at which a clock has run for so long.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration) { self.offset = offset }

    /// The time that comes so much later.
    ///
    /// - Parameter duration: How much; less than nothing for an earlier time.
    /// - Returns: That time.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later another time comes.
    ///
    /// - Parameter other: The other time.
    /// - Returns: What lies between them; less than nothing if the other comes first.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one time comes before another.
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
    var waiters = Waiters()
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
    mutating func takeWaiting() -> [Waiter] {
      let count = sleepers
      return waiters.take { $0 == count }
    }
  }

  private let state = Locked(State())

  /// Makes a clock of which no time has passed.
  public init() {}

  /// The time that has passed so far.
  public var now: Instant { state.withLock { $0.now } }

  /// Nothing is too short for it.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  public var sleepers: Int { state.withLock { $0.sleepers } }

  /// Waits until so many tasks sleep, no more and no fewer, or until the calling task is cancelled.
  ///
  /// - Parameter count: How many.
  public func sleepers(_ count: Int) async {
    let waiter = state.withLock { state in
      state.sleepers == count ? nil : state.waiters.add(for: count)
    }
    if let waiter, await !waiter.wait() { state.withLock { $0.waiters.remove(waiter) } }
  }

  /// Sleeps until a test has let so much time pass.
  ///
  /// - Parameters:
  ///   - deadline: When it wakes. One that has come already is not waited for.
  ///   - tolerance: Of no effect: it wakes at its time.
  /// - Throws: `CancellationError` when the task is cancelled.
  /// - Complexity: O(n), where n is the number of those who sleep or are scheduled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = nextNumber()
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDue, waiting) = state.withLock { state in
          if deadline <= state.now { return (true, [] as [Waiter]) }
          state.insert(.sleeper(continuation), number: number, due: deadline)
          state.sleepers += 1
          return (false, state.takeWaiting())
        }
        if isDue { continuation.resume(returning: true) }
        for waiter in waiting { waiter.wake(true) }
        // For a task that was cancelled before it was in the list.
        if Task.isCancelled { remove(number) }
      }
    } onCancel: {
      remove(number)
    }
    state.withLock { $0.leaving.removeValue(forKey: number) }?.resume()
    if !isOver { throw CancellationError() }
  }

  /// Has a closure called when some time has passed, by whoever lets it pass.
  ///
  /// - Parameters:
  ///   - duration: How much time, from now. For none, or less, it is called as soon as somebody lets time
  ///     pass.
  ///   - job: What is called. It may schedule more.
  /// - Complexity: O(n), where n is the number of those who sleep or are scheduled.
  public func schedule(after duration: Duration, _ job: @escaping @Sendable () -> Void) {
    let number = nextNumber()
    state.withLock { $0.insert(.job(job), number: number, due: $0.now.advanced(by: duration)) }
  }

  /// Lets time pass, and with it all happen that is due meanwhile.
  ///
  /// - Parameter duration: How much.
  /// - Precondition: The duration is not negative.
  /// - Complexity: O(n) in the number of those that are due, plus what they do. It takes no stack, also
  ///   where one schedules the next.
  public func advance(by duration: Duration) async {
    if duration < .zero { failForTimeBackwards("advance(by:)", duration) }
    await pass(until: now.advanced(by: duration))
  }

  /// Lets time pass until a given one has come, and with it all happen that is due meanwhile.
  ///
  /// - Parameter instant: The time that it is then.
  /// - Precondition: The instant is not before `now`.
  /// - Complexity: As ``advance(by:)``.
  public func advance(to instant: Instant) async {
    let duration = now.duration(to: instant)
    if duration < .zero { failForTimeBackwards("advance(to:)", duration) }
    await pass(until: instant)
  }

  /// Lets time pass until nothing is left to wait for it: nobody sleeps, and nothing is scheduled; or until
  /// the calling task is cancelled.
  ///
  /// `now` is then the time of what was due last. What a woken task does next, the clock cannot know: if it
  /// sleeps again, that may be after `run()` has returned. Where it has to, wait for it by
  /// ``sleepers(_:)`` and let time pass again. Work that schedules itself again each time has no end, and
  /// neither has this.
  ///
  /// - Complexity: As ``advance(by:)``.
  public func run() async {
    var count = 0
    while !Task.isCancelled, let entry = takeNext(until: nil) {
      await begin(entry)
      count += 1
      // Work without an end would keep whoever is to cancel this from its thread.
      if count.isMultiple(of: 1_024) { await Task.yield() }
    }
  }

  /// Lets time pass that nobody who waits has noticed yet, as for a machine that was asleep.
  ///
  /// What is due by then runs, late, when time passes the next time.
  ///
  /// - Parameter duration: How much.
  /// - Precondition: The duration is not negative.
  public func jump(by duration: Duration) {
    if duration < .zero { failForTimeBackwards("jump(by:)", duration) }
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  private func pass(until end: Instant) async {
    while let entry = takeNext(until: end) { await begin(entry) }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func begin(_ entry: Entry) async {
    switch entry.work {
    case .job(let job): job()
    case .sleeper(let sleeper):
      await withCheckedContinuation { continuation in
        state.withLock { $0.leaving[entry.number] = continuation }
        sleeper.resume(returning: true)
      }
    }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Takes out what is due next, and lets its time come.
  ///
  /// - Parameter end: Not what is due later than that; without it, whatever there is.
  private func takeNext(until end: Instant?) -> Entry? {
    let (entry, waiting) = state.withLock { state in
      guard let next = state.entries.last, end.map({ next.due <= $0 }) ?? true else {
        return (nil as Entry?, [] as [Waiter])
      }
      state.entries.removeLast()
      state.now = max(state.now, next.due)
      if case .sleeper = next.work { state.sleepers -= 1 }
      return (next, state.takeWaiting())
    }
    for waiter in waiting { waiter.wake(true) }
    return entry
  }

  /// Wakes a sleeper whose task has been cancelled.
  private func remove(_ number: Int) {
    let (entry, waiting) = state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.number == number }) else {
        return (nil as Entry?, [] as [Waiter])
      }
      state.sleepers -= 1
      return (state.entries.remove(at: index), state.takeWaiting())
    }
    if case .sleeper(let continuation)? = entry?.work { continuation.resume(returning: false) }
    for waiter in waiting { waiter.wake(true) }
  }
}
