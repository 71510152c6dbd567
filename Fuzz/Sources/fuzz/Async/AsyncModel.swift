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
    /// When it may begin, and when it must have begun: its task begins to wait some time later.
    let due: Int
    var latest: Int?
    var isWaiting: Bool
    let attempts: Int
    var isCancelled = false
    var begun = 0
    var isAtWork = false
    var isFailing = false
    var isOver = false
    /// Whether it has actions, or an error, in the queue or being handled.
    var pending = 0
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

  private func noteIdle() { if isIdle { idles += 1 } }

  // MARK: Actions

  func hand(_ action: Action, _ cause: Cause) {
    if case .effect(let effect) = cause { effects[effect].pending += 1 }
    queue.append(.action(action, cause))
  }

  private func next() -> Pending? { queue.isEmpty ? nil : queue.removeFirst() }

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
    if case .effect(let effect) = reduction.cause { effects[effect].pending -= 1 }
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

  func endHandling() {
    handled = nil
    if let effect = handledEffect {
      effects[effect].pending -= 1
      effects[effect].isOver = true
      isEnding.insert(effect)
    }
    handledEffect = nil
    // What is left to do of an action that threw; of others it has been done.
    if let last = reductions.last { done.insert(last.action.number) }
    noteIdle()
  }

  // MARK: Effects

  private func isGhost(_ effect: Effect) -> Bool { effect.isCancelled && effect.begun == 0 }

  /// Whether it cannot be said if the core still knows effects of that id: those that are over, and
  /// whose tasks have yet to take their last step.
  func isUncertain(id: Int) -> Bool { isEnding.contains { effects[$0].id == id } }

  /// Adds one; the policy is 0 `concurrent`, 1 `cancelPrevious`, 2 `ignoreIfRunning`, 3 `queue`,
  /// 4 `debounce`.
  func dispatch(id: Int?, policy: Int, delay: Int, at time: Int, attempts: Int) {
    let others = effects.indices.filter { id != nil && effects[$0].id == id && !effects[$0].isOver }
    var effect = Effect(
      id: id, delay: delay, due: time + delay, isWaiting: false, attempts: attempts)
    switch policy {
    case 2: effect.isOver = others.contains { !effects[$0].isCancelled }
    case 3: effect.isWaiting = !others.isEmpty
    default: break
    }
    effects.append(effect)
    if policy == 1 || policy == 4 { for other in others { cancel(other) } }
  }

  func cancel(_ effect: Int) {
    effects[effect].isCancelled = true
    // None of its actions begins to be reduced after that.
    queue.removeAll { pending in
      guard case .action(_, .effect(effect)) = pending else { return false }
      effects[effect].pending -= 1
      return true
    }
    if effects[effect].isWaiting { effects[effect].isOver = true }
    noteIdle()
  }

  func cancel(id: Int?) {
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

  /// The work of an effect has returned, or thrown.
  ///
  /// - Returns: Whether it is over.
  func endWork(_ number: Int, error: Int? = nil) {
    effects[number].isAtWork = false
    let isLast = error == nil || effects[number].begun == effects[number].attempts
    if !isLast, !effects[number].isCancelled { return }
    if let error, !effects[number].isCancelled {
      effects[number].pending += 1
      queue.append(.error(error, effect: number))
      // Over when it has been handled.
      effects[number].isFailing = true
      return
    }
    effects[number].isOver = true
    noteIdle()
  }

  /// Whether all has been done that its `finished()` waits for.
  func isFinished(_ number: Int) -> Bool {
    (effects[number].isOver || isGhost(effects[number])) && effects[number].pending == 0
  }

  // MARK: At rest

  /// What must not be when nobody can go on.
  ///
  /// - Parameter isCoreGone: Its effects never begin then.
  func checkRest(at time: Int, isCoreGone: Bool) {
    if !isReducing { require(queue.isEmpty && due == nil, "at rest with \(queue)") }
    isEnding = []
    for number in effects.indices where isGhost(effects[number]) { effects[number].isOver = true }
    guard !isCoreGone else { return }
    for (number, effect) in effects.enumerated() where !effect.isOver && effect.begun == 0 {
      let latest = effect.latest ?? time + effect.delay
      effects[number].latest = latest
      require(time < latest || !mayBegin(number), "effect \(number) may begin, and has not")
    }
    noteIdle()
  }
}
