/// Calls an operator of time when its deadline has passed.
///
/// While a deadline is set a task waits for it; one task for a whole burst, since it looks again
/// whether the deadline has moved. Deadlines move to a later time only. It belongs to one isolation
/// domain, in which it also calls.
final class Alarm<C: Clock>: Errand {
  private let clock: C
  private let isolation: any Actor

  /// The subscription, whose end cancels the task.
  private let inputs: Inputs

  private var deadline: C.Instant?

  /// What to call. It is there while a task waits, and keeps its owner alive for as long.
  private var ring: (() -> Void)?

  init(clock: C, isolation: any Actor, inputs: Inputs) {
    self.clock = clock
    self.isolation = isolation
    self.inputs = inputs
  }

  /// The time, for something that has just arrived in the isolation.
  func now() -> C.Instant {
    requireIsolation(isolation)
    return clock.now
  }

  /// Sets or moves the deadline.
  ///
  /// - Parameters:
  ///   - deadline: When to call.
  ///   - ring: What to call; taken when nothing waits yet, and the same each time.
  func set(_ deadline: C.Instant, _ ring: @escaping () -> Void) {
    guard inputs.isOpen else { return }
    self.deadline = deadline
    guard self.ring == nil else { return }
    self.ring = ring
    let connection = Connection()
    place = inputs.add(connection)
    start(in: isolation, until: connection)
  }

  /// Where the task is in `inputs`.
  private var place: Int?

  func run(isolation: isolated any Actor) async {
    while let next = deadline, inputs.isOpen {
      // Always a suspension, so that others in this isolation have their turn.
      do { try await clock.sleep(until: next, tolerance: nil) } catch { break }
      guard inputs.isOpen, let due = deadline, due <= clock.now else { continue }
      deadline = nil
      ring?()
    }
    deadline = nil
    if let place = place.take() { inputs.remove(at: place) }
    let owner = ring.take()
    withExtendedLifetime(owner) {}
  }
}
