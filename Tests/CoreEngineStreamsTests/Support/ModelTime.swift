/// The time of a ``Model``: who is to be called when.
final class ModelTime {
  /// One that waits, or does not.
  final class Timer {
    fileprivate var due: Int?
    fileprivate var ring: () -> Void = {}

    /// Waits until then, and no longer for what it waited for.
    func wait(until due: Int, _ ring: @escaping () -> Void) {
      self.due = due
      self.ring = ring
    }
  }

  private(set) var now = 0
  private var timers: [Timer] = []
  private var beginnings: [() -> Void] = []

  func timer() -> Timer {
    let timer = Timer()
    timers.append(timer)
    return timer
  }

  /// Has something begin as soon as others have their turn.
  func begin(_ body: @escaping () -> Void) { beginnings.append(body) }

  func jump(by count: Int) { now += count }

  /// Calls all that are due, the oldest first.
  func settle() {
    while true {
      while !beginnings.isEmpty { beginnings.removeFirst()() }
      guard let timer = next else { return }
      timer.due = nil
      timer.ring()
    }
  }

  func advance(by count: Int) {
    for _ in 0..<count {
      now += 1
      settle()
    }
  }

  /// Lets go of all.
  func end() {
    for timer in timers { timer.ring = {} }
    timers = []
    beginnings = []
  }

  private var next: Timer? {
    timers.first { $0.due.map { $0 <= now } ?? false }
  }
}
