/// What a core owes, without tasks: it is told what is asked of the core and what the core does, and
/// says when that must not be.
final class AsyncModel {
  struct State: Equatable, Sendable { var sum = 0 }

  struct Action: Equatable, Sendable {
    let number: Int
    let amount: Int
  }

  enum Cause: Equatable {
    case send, action
    case effect(Int)
  }

  struct Effect {
    let id: Int?
    let delay: Int
    /// The times before the second attempt and those after it.
    let backoff: [Int]
    let deadline: Int?
    /// When its next attempt may begin, and when it must have begun: its task begins to wait some time
    /// later.
    var due: Int
    var latest: Int?
    /// The same for its deadline: since when it may run, and when it must have expired.
    var earliestStart: Int
    var latestExpiry: Int?
    var isWaiting: Bool
    var isCancelled = false
    var begun = 0
    var isAtWork = false
    /// Whether its work has returned an action, with which it ends.
    var isReturning = false
    var hasReturned = false
    var isFailing = false
    /// Whether its deadline has passed, and whether that has been handled.
    var isExpired = false
    var isReported = false
    var isOver = false
    /// Whether it has actions, or an error, in the queue or being handled.
    var pending = 0

    var attempts: Int { backoff.count + 1 }
  }

  struct Reduction: Equatable {
    let action: Action
    let before: State
    var after: State
    var error: Int?
    let cause: Cause
  }

  private enum Pending {
    case action(Action, Cause)
    case error(Int, effect: Int)
    /// The error of a deadline.
    case expiry(effect: Int)
    /// The turn of an action that came too late, on which an effect waits to end.
    case nothing(effect: Int)
  }

  private(set) var faults: [String] = []
  private var queue: [Pending] = []

  /// By number; those that were refused are over.
  private(set) var effects: [Effect] = []

  private var isEnding: Set<Int> = []

  /// What observers see, and all reductions that have ended.
  private(set) var states = [State()]
  private(set) var reductions: [Reduction] = []
  private(set) var current: Reduction?

  /// The error that has to be handled before anything else, and the one that is being handled.
  private var due: Int?
  private var handled: Int?
  private var handledEffect: Int?
  private(set) var done: Set<Int> = []

  /// How often there has been nothing to do, and whether there is now.
  private(set) var idles = 1

  /// How many reductions have begun, or errors of effects.
  private(set) var turns = 0

  var state: State { states[states.count - 1] }
  var isReducing: Bool { current != nil || handled != nil }
  var isIdle: Bool {
    queue.isEmpty && current == nil && due == nil && handled == nil
      && effects.allSatisfy { $0.isOver || isGhost($0) }
  }

  func fail(_ fault: String) { faults.append(fault) }

  private func require(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { fail(fault()) }
  }

  private func noteIdle() {
    if !isReducing, due == nil { dropNothing() }
    if isIdle { idles += 1 }
  }

  var waitingActions: Int {
    queue.count { if case .action = $0 { true } else { false } }
  }

  /// Those that are known not to have ended.
  var running: Int { effects.count { !$0.isOver && !isGhost($0) } }

  // MARK: Actions

  func hand(_ action: Action, _ cause: Cause) {
    if case .effect(let effect) = cause { effects[effect].pending += 1 }
    queue.append(.action(action, cause))
  }

  private func next() -> Pending? {
    dropNothing()
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  private func dropNothing() {
    while case .nothing(let effect)? = queue.first {
      queue.removeFirst()
      endReturning(effect)
    }
  }

  /// An effect that has returned an action is over when that has been reduced.
  private func endReturning(_ effect: Int) {
    guard effects[effect].isReturning else { return }
    effects[effect].isReturning = false
    effects[effect].hasReturned = true
    if effects[effect].isExpired, !effects[effect].isReported { return }
    effects[effect].isOver = true
    isEnding.insert(effect)
  }

  func beginReduction(_ action: Action, from state: State) {
    require(
      current == nil, "a reduction of \(action) inside that of \(String(describing: current))")
    require(due == nil, "a reduction before the error \(String(describing: due)) was handled")
    require(handled == nil, "a reduction while an error is being handled")
    require(state == self.state, "a reduction from \(state), not \(self.state)")
    turns += 1
    guard case .action(let expected, let cause)? = next() else {
      return fail("a reduction of \(action), which was not handed over, or not in its turn")
    }
    require(expected == action, "a reduction of \(action) before that of \(expected)")
    current = Reduction(action: action, before: state, after: state, cause: cause)
  }

  /// - Parameter isReported: Whether the task had not been cancelled when the reducer threw.
  func endReduction(_ after: State, error: Int? = nil, isReported: Bool = false) {
    guard var reduction = current else { return fail("the end of a reduction that never began") }
    current = nil
    reduction.error = error
    if error == nil {
      reduction.after = after
      if after != state { states.append(after) }
    }
    reductions.append(reduction)
    if isReported { due = error }
    if case .effect(let effect) = reduction.cause {
      effects[effect].pending -= 1
      if !isReported { endReturning(effect) }
    }
    if !isReported { done.insert(reduction.action.number) }
    noteIdle()
  }

  func beginHandling(_ error: Int) {
    require(current == nil && handled == nil, "the error \(error) is handled during something else")
    handled = error
    if let due {
      require(due == error, "the error \(error) instead of \(due)")
      self.due = nil
      return
    }
    turns += 1
    guard case .error(let expected, let effect)? = next() else {
      return fail("the error \(error) out of its turn")
    }
    require(expected == error, "the error \(error) before \(expected)")
    handledEffect = effect
  }

  /// The error of a deadline is handled; which one, its place in the queue says.
  func beginHandlingExpiry(of id: Int?, deadline: Int, isCancelled: Bool) {
    require(current == nil && handled == nil, "a deadline is handled during something else")
    require(due == nil, "a deadline is handled instead of the error \(String(describing: due))")
    require(!isCancelled, "a deadline is handled in a task that has been cancelled")
    handled = -1
    turns += 1
    guard case .expiry(let effect)? = next() else {
      return fail("a deadline that has not passed, or not in its turn")
    }
    require(
      effects[effect].id == id && effects[effect].deadline == deadline,
      "the deadline of \(String(describing: id)), \(deadline), and not that of effect \(effect)")
    handledEffect = effect
  }

  func endHandling() {
    handled = nil
    if let effect = handledEffect {
      effects[effect].pending -= 1
      effects[effect].isReported = true
      if !effects[effect].isAtWork, !effects[effect].isReturning {
        effects[effect].isOver = true
        isEnding.insert(effect)
      }
    } else if case .effect(let effect)? = reductions.last?.cause {
      endReturning(effect)
    }
    handledEffect = nil
    // What is left to do of an action that threw; of others it has been done.
    if let last = reductions.last { done.insert(last.action.number) }
    noteIdle()
  }

  // MARK: Effects

  /// Whether it has been cancelled before it began, or between two attempts: it will do nothing more.
  private func isGhost(_ effect: Effect) -> Bool {
    effect.isCancelled && !effect.isAtWork && !effect.isReturning && !effect.isFailing
      && effect.isExpired == effect.isReported
  }

  /// Whether it cannot be said if the core still knows effects of that id: those that are over, and
  /// whose tasks have yet to take their last step.
  func isUncertain(id: Int) -> Bool { isEnding.contains { effects[$0].id == id } }

  /// Adds one; the policy is 0 `concurrent`, 1 `cancelPrevious`, 2 `ignoreIfRunning`, 3 `queue`,
  /// 4 `debounce`.
  func dispatch(
    id: Int?, policy: Int, delay: Int, at time: Int, backoff: [Int], deadline: Int?
  ) {
    let others = effects.indices.filter { id != nil && effects[$0].id == id && !effects[$0].isOver }
    var effect = Effect(
      id: id, delay: delay, backoff: backoff, deadline: deadline, due: time + delay,
      earliestStart: time + delay, isWaiting: false)
    switch policy {
    case 2: effect.isOver = others.contains { !effects[$0].isCancelled }
    case 3: effect.isWaiting = !others.isEmpty
    default: break
    }
    effects.append(effect)
    if policy == 1 || policy == 4 {
      for other in others { cancel(other) }
      if id != nil { cancelEnding(id: id) }
    }
  }

  func cancel(_ effect: Int) {
    effects[effect].isCancelled = true
    // None of its actions begins to be reduced after that.
    queue = queue.compactMap { pending in
      guard case .action(_, .effect(effect)) = pending else { return pending }
      effects[effect].pending -= 1
      return effects[effect].isReturning ? .nothing(effect: effect) : nil
    }
    if effects[effect].isWaiting { effects[effect].isOver = true }
    noteIdle()
  }

  /// Those whose tasks have yet to take their last step are cancelled, too, which nobody sees.
  private func cancelEnding(id: Int?) {
    for effect in isEnding where id == nil || effects[effect].id == id {
      effects[effect].isCancelled = true
    }
  }

  func cancel(id: Int?) {
    cancelEnding(id: id)
    for effect in effects.indices where !effects[effect].isOver {
      if id == nil || effects[effect].id == id { cancel(effect) }
    }
  }

  /// Whether those before it let it begin.
  private func mayBegin(_ number: Int) -> Bool {
    !effects[number].isWaiting
      || !effects[..<number].contains {
        $0.id == effects[number].id && !$0.isOver && !isGhost($0)
      }
  }

  func begin(_ number: Int, at time: Int) {
    let effect = effects[number]
    require(!effect.isOver, "effect \(number) begins, and is over")
    require(!effect.isCancelled, "effect \(number) begins, and has been cancelled")
    require(!effect.isAtWork, "effect \(number) begins twice")
    require(effect.begun < effect.attempts, "effect \(number) is tried too often")
    require(time >= effect.due, "effect \(number) begins too early")
    require(mayBegin(number), "effect \(number) begins before those that it waits for have ended")
    effects[number].isWaiting = false
    effects[number].isAtWork = true
    effects[number].begun += 1
  }

  /// Whether its action has just been reduced, which is the last but one step of its work.
  func isJustOver(_ number: Int) -> Bool {
    effects[number].hasReturned && isEnding.contains(number)
  }

  /// The deadline of an effect has passed.
  func expire(_ number: Int, at time: Int) {
    let effect = effects[number]
    guard let deadline = effect.deadline else {
      return fail("effect \(number) is cancelled by nobody")
    }
    require(time >= effect.earliestStart + deadline, "effect \(number) expires too early")
    let isAtEnd = effect.isOver && !isJustOver(number)
    require(!isAtEnd && !effect.isFailing, "effect \(number) expires, and is over")
    effects[number].isOver = false
    // Its work, a task of its own, may yet have to begin.
    require(mayBegin(number), "effect \(number) expires before it may begin")
    effects[number].isWaiting = false
    effects[number].isExpired = true
    effects[number].pending += 1
    cancel(number)
    queue.append(.expiry(effect: number))
  }

  /// The work of an effect has returned an action, that it has handed over.
  func endWorkReturning(_ number: Int) {
    effects[number].isAtWork = false
    effects[number].isReturning = true
  }

  /// The work of an effect has returned, or thrown.
  func endWork(_ number: Int, at time: Int, error: Int? = nil) {
    effects[number].isAtWork = false
    let begun = effects[number].begun
    let isLast = error == nil || begun == effects[number].attempts
    if !isLast, !effects[number].isCancelled {
      effects[number].due = time + effects[number].backoff[begun - 1]
      effects[number].latest = nil
      return
    }
    if let error, !effects[number].isCancelled {
      effects[number].pending += 1
      queue.append(.error(error, effect: number))
      // Over when it has been handled.
      effects[number].isFailing = true
      return
    }
    if effects[number].isExpired, !effects[number].isReported { return }
    effects[number].isOver = true
    // Its work was a task of its own.
    if effects[number].deadline != nil { isEnding.insert(number) }
    noteIdle()
  }

  /// Whether all has been done that its `finished()` waits for.
  func isFinished(_ number: Int) -> Bool {
    (effects[number].isOver || isGhost(effects[number])) && effects[number].pending == 0
  }

  // MARK: At rest

  private func checkDeadline(of number: Int, at time: Int) {
    let effect = effects[number]
    guard let deadline = effect.deadline, !effect.isCancelled, !effect.isFailing else { return }
    let latest = effect.latestExpiry ?? time + deadline
    effects[number].latestExpiry = latest
    require(time < latest, "effect \(number) has not expired")
  }

  /// What must not be when nobody can go on.
  ///
  /// - Parameter isCoreGone: Its effects never begin then.
  func checkRest(at time: Int, isCoreGone: Bool) {
    noteIdle()
    if !isReducing { require(queue.isEmpty && due == nil, "at rest with \(queue)") }
    isEnding = []
    for number in effects.indices where isGhost(effects[number]) { effects[number].isOver = true }
    guard !isCoreGone else { return }
    for (number, effect) in effects.enumerated() where !effect.isOver {
      if effect.isAtWork || effect.isReturning || effect.begun > 0 {
        checkDeadline(of: number, at: time)
      }
      if effect.isAtWork || effect.isReturning || effect.isFailing || effect.isCancelled {
        continue
      }
      if !mayBegin(number) {
        effects[number].earliestStart = max(effect.earliestStart, time)
        continue
      }
      let wait = effect.begun == 0 ? effect.delay : effect.backoff[effect.begun - 1]
      let latest = effect.latest ?? time + wait
      effects[number].latest = latest
      require(time < latest, "effect \(number) may begin, and has not")
    }
    noteIdle()
  }
}
