public import TestSupport

@testable import CoreEngineAsync

/// Does to a core what the bytes say, step by step, and tells an ``AsyncModel`` what happens.
// Safe: only ever used by the thread that fuzzes, on which all tasks run.
public final class AsyncWorld: @unchecked Sendable {
  typealias State = AsyncModel.State
  typealias Action = AsyncModel.Action

  struct Failure: Error { let number: Int }

  /// Something that is told when it is released.
  final class Sentinel: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
  }

  actor Core: AsyncCore {
    let store = AsyncCoreStore(initialState: State())
    private let sentinel: Sentinel
    private unowned let world: AsyncWorld

    init(_ world: AsyncWorld, _ sentinel: Sentinel) {
      self.world = world
      self.sentinel = sentinel
    }

    func reduce(state: State, action: Action) async throws -> State {
      try await world.reduce(state, action, in: self)
    }

    func handleError(error: any Error) async { await world.handle(error, in: self) }
  }

  /// A task that observes, and what it is owed.
  struct Observer {
    enum Kind: CaseIterable { case every, latest, selection, newestSelection, transitions }

    let kind: Kind
    var task: Task<Void, Never>?
    var hasBegun = false
    var isCancelled = false
    /// Whether it is to wait between two elements, and whether it does.
    var isPaused = false
    var isHeld = false
    var hasEnded = false
    /// How many states, or reductions, there were when it began or last received.
    var next = 0
    var last: Int?
  }

  struct Waiter {
    enum Kind { case action(Int), settled(since: Int), finished(Int) }

    let kind: Kind
    var task: Task<Void, Never>?
    /// How long it waits, and when it may, and must, have given up.
    var timeout: Int?
    var due = 0
    var latest: Int?
    var isCancelled = false
    var hasEnded = false
  }

  let chooser: any Chooser
  let stepper: Stepper
  let clock = TestClock()
  let probe = LifetimeProbe()
  let model = AsyncModel()
  var owner: Core?
  weak var core: Core?
  var observers: [Observer] = []
  var waiters: [Waiter] = []
  var handles: [EffectHandle] = []
  /// The effects that have one.
  var deadlines: [Int] = []
  var budget = 60
  var isOver = false
  private var number = 0
  private var isGone = false
  private var gates: [[CheckedContinuation<Void, Never>]] = [[], []]
  private var log: [String] = []

  init(_ chooser: any Chooser) {
    self.chooser = chooser
    stepper = Stepper(chooser)
    let core = Core(self, Sentinel { [unowned self] in coreHasGone() })
    owner = core
    self.core = core
  }

  /// Runs the bytes of a chooser.
  ///
  /// - Returns: What is wrong, if anything is.
  public static func fault(_ chooser: any Chooser) -> String? {
    let world = AsyncWorld(chooser)
    OwnTask.starter.withValue(world.stepper) { world.run() }
    if world.model.faults.isEmpty { return nil }
    // What is left of it may still call it.
    _ = Unmanaged.passRetained(world)
    return (world.model.faults + ["after:"] + world.log).joined(separator: "\n  ")
  }

  /// In milliseconds.
  var now: Int { Int(clock.now.offset / .milliseconds(1)) }

  func note(_ text: @autoclosure () -> String) { if log.count < 400 { log.append(text()) } }

  func nextNumber() -> Int {
    number += 1
    return number
  }

  private func coreHasGone() {
    note("core gone")
    isGone = true
    model.cancel(id: nil)
  }

  // MARK: Driving

  private func run() {
    while budget > 0, model.faults.isEmpty, !chooser.isExhausted {
      budget -= 1
      perform(chooser.choose(20))
      check()
    }
    finish()
  }

  private func perform(_ kind: Int) {
    switch kind {
    case 0...4: for _ in 0...kind where step() {}
    case 5: rest()
    case 6: openGates()
    case 7: pass()
    case 8: observe()
    case 9: changeObserver()
    case 10: wait()
    case 11:
      if !waiters.isEmpty {
        let waiter = chooser.choose(waiters.count)
        note("cancel waiter \(waiter)")
        waiters[waiter].isCancelled = true
        waiters[waiter].task?.cancel()
      }
    case 12:
      guard chooser.oneIn(2) else { return }
      note("release core")
      owner = nil
    default: if let core = owner { act(on: core) }
    }
  }

  /// What may be done from anywhere.
  func act(on core: Core) {
    switch chooser.choose(9) {
    case 0...2:
      let action = nextAction()
      note("send \(action.number)")
      model.hand(action, .send)
      core.send(action)
    case 3...5: dispatch(on: core)
    case 6:
      guard !handles.isEmpty else { return }
      let handle = chooser.choose(handles.count)
      note("cancel effect \(handle)")
      model.cancel(handle)
      handles[handle].cancel()
    case 7:
      let id = chooser.choose(3)
      note("cancel id \(id)")
      model.cancel(id: id)
      core.cancelEffect(id: id)
    default:
      note("cancel all effects")
      model.cancel(id: nil)
      core.cancelAllEffects()
    }
  }

  func nextAction() -> Action { Action(number: nextNumber(), amount: chooser.choose(3)) }

  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: stepper, operation: work)
  }

  private func step() -> Bool {
    guard stepper.step() else { return false }
    learn()
    return true
  }

  /// Tells the model of deadlines that have passed.
  func learn() {
    for number in deadlines where handles[number].effect.isStopped {
      let effect = model.effects[number]
      if effect.isCancelled || effect.isFailing { continue }
      if effect.isOver, !model.isJustOver(number) { continue }
      note("effect \(number) expires")
      model.expire(number, at: now)
    }
  }

  /// Lets everybody go on until nobody can.
  func rest() {
    note("rest")
    let limit = stepper.steps + 20_000
    while model.faults.isEmpty, step() {
      if stepper.steps > limit { return model.fail("no end of steps") }
    }
    guard model.faults.isEmpty else { return }
    model.checkRest(at: now, isCoreGone: core == nil)
    checkRest()
  }

  private func pass() {
    let time = chooser.choose(3) + 1
    note("\(time) s pass")
    _ = start { [clock] in await clock.advance(by: .seconds(time)) }
    rest()
  }

  private func openGates() {
    let gate = chooser.choose(gates.count)
    note("open gate \(gate)")
    let waiting = gates[gate]
    gates[gate] = []
    for continuation in waiting { continuation.resume() }
  }

  func passGate(_ gate: Int) async {
    if isOver { return }
    await withCheckedContinuation { gates[gate].append($0) }
  }

  /// Lets all come to their ends.
  private func finish() {
    guard model.faults.isEmpty else { return }
    rest()
    isOver = true
    note("the end")
    owner = nil
    for _ in 0..<4 where model.faults.isEmpty {
      for gate in gates.indices {
        let waiting = gates[gate]
        gates[gate] = []
        for continuation in waiting { continuation.resume() }
      }
      _ = start { [clock] in await clock.advance(by: .seconds(20)) }
      rest()
    }
    guard model.faults.isEmpty else { return }
    if core != nil { model.fail("the core lives on") }
    for (index, observer) in observers.enumerated() where !observer.hasEnded {
      model.fail("observer \(index) goes on")
    }
    for (index, waiter) in waiters.enumerated() where !waiter.hasEnded {
      model.fail("waiter \(index) waits on")
    }
    deadlines = []
    handles = []
    observers = []
    waiters = []
    if probe.count > 0 { model.fail("\(probe.count) objects are kept") }
  }
}
