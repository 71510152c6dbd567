import CoreEngineAsync
import TestSupport

extension AsyncWorld {
  private static let policies: [@Sendable (Int) -> AsyncEffectPolicy] = [
    { _ in .concurrent }, { _ in .cancelPrevious }, { _ in .ignoreIfRunning }, { _ in .queue },
    { .debounce(.milliseconds($0)) },
  ]

  /// How often an effect is tried, and how long it waits in between.
  private func retry(_ kind: Int) -> (policy: RetryPolicy, backoff: [Int]) {
    switch kind {
    case 1: return (.attempts(3), [0, 0])
    case 2: return (.attempts(3, backoff: .constant(.seconds(1))), [1000, 1000])
    case 3:
      return (
        .attempts(4, backoff: .exponential(from: .seconds(1), cap: .seconds(3))),
        [1000, 2000, 3000]
      )
    case 4:
      // A random number can shorten a wait, to nothing.
      let share = Double(chooser.choose(3)) / 2
      let policy = RetryPolicy.attempts(
        3, backoff: .exponential(from: .seconds(1), factor: 2, jitter: 1),
        random: { $0.lowerBound + share * ($0.upperBound - $0.lowerBound) })
      return (policy, [Int(1000 * share), Int(2000 * share)])
    default: return (.never, [])
    }
  }

  func dispatch(on core: Core) {
    let number = handles.count
    let id = chooser.choose(4)
    var policy = chooser.choose(Self.policies.count)
    if policy == 2, model.isUncertain(id: id) { policy = 0 }
    let delay = policy == 4 ? chooser.choose(3) * 1000 : 0
    let kind = chooser.choose(24)
    let (retry, backoff) = retry(kind % 8)
    let seconds = kind < 16 ? nil : chooser.choose(4)
    let deadline = seconds.map { Duration.seconds($0) }
    note("dispatch \(number) under \(id), policy \(policy), delay \(delay), backoff \(backoff),")
    note("  deadline \(seconds ?? -1)")
    // Without an id, for one of them.
    let hasID = id < 3 || policy == 4
    model.dispatch(
      id: hasID ? id : nil, policy: hasID ? policy : 0, delay: delay, at: now, backoff: backoff,
      deadline: seconds.map { $0 * 1000 })
    defer { if deadline != nil { deadlines.append(number) } }
    let object = probe.object()
    let work: @Sendable (@escaping @Sendable (Action) async -> Void) async throws -> Void = {
      [unowned self, weak core] send in
      withExtendedLifetime(object) {}
      try await run(number, isAlive: { core != nil }, send)
    }
    let when = Self.policies[policy](delay)
    let handle: EffectHandle
    switch chooser.choose(4) {
    case 0:
      let effect: @Sendable () async throws -> Action? = { [unowned self, weak core] in
        withExtendedLifetime(object) {}
        return try await single(number, isAlive: { core != nil })
      }
      handle =
        hasID
        ? core.dispatch(
          effect: effect, id: id, policy: when, retry: retry, deadline: deadline, clock: clock)
        : core.dispatch(effect: effect, retry: retry, deadline: deadline, clock: clock)
    case 1:
      let effect = Elements(
        next: { [unowned self, weak core] in
          withExtendedLifetime(object) {}
          return try await element(number, isAlive: { core != nil }, isFirst: $0)
        }, end: { [unowned self] in returned(number) })
      handle =
        hasID
        ? core.dispatch(
          effect: effect, id: id, policy: when, retry: retry, deadline: deadline, clock: clock)
        : core.dispatch(effect: effect, retry: retry, deadline: deadline, clock: clock)
    default:
      handle =
        hasID
        ? core.dispatch(
          effect: work, id: id, policy: when, retry: retry, deadline: deadline, clock: clock)
        : core.dispatch(effect: work, retry: retry, deadline: deadline, clock: clock)
    }
    handles.append(handle)
  }

  /// What an effect does that is a closure.
  private func run(
    _ number: Int, isAlive: () -> Bool, _ send: @escaping @Sendable (Action) async -> Void
  ) async throws {
    begin(number)
    while let action = try await element(number) {
      hand(action, of: number, isAlive: isAlive())
      await send(action)
    }
    returned(number)
  }

  /// What an effect does that returns one action.
  private func single(_ number: Int, isAlive: () -> Bool) async throws -> Action? {
    begin(number)
    guard let action = try await element(number), isAlive(), !model.effects[number].isCancelled
    else {
      returned(number)
      return nil
    }
    hand(action, of: number, isAlive: true)
    model.endWorkReturning(number)
    return action
  }

  private func returned(_ number: Int) {
    guard model.effects[number].isAtWork else { return }
    note("effect \(number) returns")
    model.endWork(number, at: now)
  }

  private func begin(_ number: Int) {
    note("effect \(number) begins")
    model.begin(number, at: now)
  }

  private func hand(_ action: Action, of number: Int, isAlive: Bool) {
    guard isAlive, !model.effects[number].isCancelled else { return }
    note("effect \(number) hands over \(action.number)")
    model.hand(action, .effect(number))
  }

  private func element(
    _ number: Int, isAlive: () -> Bool, isFirst: Bool
  ) async throws -> Action? {
    if isFirst { begin(number) }
    guard let action = try await element(number) else { return nil }
    hand(action, of: number, isAlive: isAlive())
    return action
  }

  /// The next action of an effect, or its end.
  private func element(_ number: Int) async throws -> Action? {
    while budget > 0, !isOver {
      budget -= 1
      switch chooser.choose(7) {
      case 0: break
      case 1: await Task.yield()
      case 2: await passGate(chooser.choose(2))
      case 3: try? await clock.sleep(for: .seconds(chooser.choose(2) + 1))
      case 4:
        let error = nextNumber()
        note("effect \(number) throws \(error)")
        model.endWork(number, at: now, error: error)
        throw Failure(number: error)
      default: return nextAction()
      }
      if chooser.oneIn(3) { break }
    }
    return nil
  }
}

/// The elements that a closure gives, until it gives none.
private struct Elements: AsyncSequence, Sendable {
  typealias Element = AsyncModel.Action

  /// - Parameter isFirst: Whether an iteration begins.
  let next: @Sendable (_ isFirst: Bool) async throws -> Element?

  /// Called when an iteration is over, which may be before its elements are.
  let end: @Sendable () -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(give: next, end: AsyncWorld.Sentinel(end))
  }

  struct Iterator: AsyncIteratorProtocol {
    let give: @Sendable (Bool) async throws -> Element?
    let end: AsyncWorld.Sentinel
    var isFirst = true

    mutating func next() async throws -> Element? {
      defer { isFirst = false }
      return try await give(isFirst)
    }
  }
}
