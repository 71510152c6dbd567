import CoreEngineAsync
import TestSupport
import Testing

@testable import class CoreEngineAsync.AnyMailbox
@testable import class CoreEngineAsync.AsyncCoreStore

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreTransitionsTests {
  private typealias Core = TestCore<Int, Int>

  /// A core that throws when it gets a negative number, and sends when it gets 1,000.
  private func makeCore(_ object: LifetimeProbe.Object? = nil) -> Core {
    Core(0) { core, state, number in
      withExtendedLifetime(object) {}
      if number < 0 { throw TestError() }
      if number == 1_000 { await core.action(7) }
      return state + number
    }
  }

  private func line(_ transition: Transition<Int, Int>) -> String {
    let error = transition.error.map { " \($0)" } ?? ""
    return
      "\(transition.cause) \(transition.action): \(transition.stateBefore) -> \(transition.stateAfter)\(error)"
  }

  private func listeners(_ core: Core) -> Int {
    let mailbox = core.store.mailbox(of: core).takeUnretainedValue()
    return mailbox.annex.made?.hub.made?.listeners ?? 0
  }

  @Test func `The whole history, from every entrance`() async {
    let core = makeCore()
    let whole = core.transitions.makeAsyncIterator()
    await core.action(1)
    core.send(2)
    await core.action(0)
    await core(3, -1, 4)
    await core.dispatch(effect: { 5 }, id: "one").finished()
    await core.dispatch { send in
      await send(6)
      await send(-2)
    }.finished()
    await core.dispatch(effect: { throw TestError() }).finished()
    await core.action(1_000)
    await core.settled()
    var iterator = whole
    var seen: [Transition<Int, Int>] = []
    while seen.count < 11, let next = await iterator.next() { seen.append(next) }
    #expect(
      seen.map(line) == [
        "action 1: 0 -> 1", "send 2: 1 -> 3", "action 0: 3 -> 3", "action 3: 3 -> 6",
        "action -1: 6 -> 6 TestError()", "action 4: 6 -> 10",
        #"effect(id: Optional("one")) 5: 10 -> 15"#, "effect(id: nil) 6: 15 -> 21",
        "effect(id: nil) -2: 21 -> 21 TestError()", "action 1000: 21 -> 1021",
        "send 7: 1021 -> 1028",
      ])
    #expect(seen.allSatisfy { $0.duration >= .zero })
  }

  @Test func `The error of a cancelled action is told, though it is not reported`() async {
    let errors = Log<String>()
    let core = Core(
      0, onError: { _, error in errors.append("\(error)") },
      reduce: { _, _, _ in throw TestError() })
    var iterator = core.transitions.makeAsyncIterator()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await core.action(1)
    }
    await task.value
    #expect(await iterator.next().map(line) == "action 1: 0 -> 0 TestError()")
    #expect(errors.values.isEmpty)
  }

  @Test func `Each listener gets all since it began, and nothing that began before`() async {
    let gate = Gate()
    let core = Core(0) { _, state, number in
      if number == 2 { await gate.pass() }
      return state + number
    }
    var early = core.transitions.makeAsyncIterator()
    await core.action(1)
    core.send(2)
    await gate.entered()
    var late = core.transitions.makeAsyncIterator()
    gate.open()
    await core.action(3)
    await core.action(4)
    var seen: (early: [Int], late: [Int]) = ([], [])
    for _ in 0..<4 { seen.early.append(await early.next()?.action ?? 0) }
    for _ in 0..<2 { seen.late.append(await late.next()?.action ?? 0) }
    #expect(seen.early == [1, 2, 3, 4])
    #expect(seen.late == [3, 4])
  }

  @Test func `Iterators that were cancelled, dropped or left are forgotten`() async {
    let core = makeCore()
    #expect(listeners(core) == 0)
    let transitions = core.transitions
    await core.action(1)
    #expect(listeners(core) == 0)
    do {
      var dropped: AsyncCoreTransitions<Int, Int>.Iterator? = transitions.makeAsyncIterator()
      _ = transitions.makeAsyncIterator()
      #expect(dropped != nil && listeners(core) == 1)
      dropped = nil
    }
    #expect(listeners(core) == 0)
    let begun = Log<Bool>()
    let consumers = (0..<50).map { _ in Consumer(transitions.announced(to: begun).map(\.action)) }
    let iterator = transitions.makeAsyncIterator()
    _ = await begun.values(50)
    await core.action(2)
    for consumer in consumers { await consumer.received(1) }
    for consumer in consumers { consumer.cancel() }
    for consumer in consumers { #expect(await consumer.end() == [2]) }
    #expect(listeners(core) == 1)
    await core.action(3)
    var rest = iterator
    #expect(await rest.next()?.action == 2)
    #expect(await rest.next()?.action == 3)
  }

  @Test func `A cancelled iteration ends before its backlog does, and stays at its end`() async {
    let core = makeCore()
    let log = Log<Int>()
    let gate = Gate()
    let task = Task {
      var iterator = core.transitions.makeAsyncIterator()
      await gate.pass()
      if let next = await iterator.next() { log.append(next.action) }
      withUnsafeCurrentTask { $0?.cancel() }
      while let next = await iterator.next() { log.append(next.action) }
      #expect(await iterator.next() == nil)
    }
    await gate.entered()
    for number in 1...3 { await core.action(number) }
    gate.open()
    await task.value
    #expect(log.values == [1])
    #expect(listeners(core) == 0)
  }

  @Test func `A-PRECANCELLED: who is cancelled before its first next gets nothing`() async {
    let core = makeCore()
    let task = Task {
      let iterator = core.transitions.makeAsyncIterator()
      await core.action(1)
      withUnsafeCurrentTask { $0?.cancel() }
      var rest = iterator
      return await rest.rest().count
    }
    #expect(await task.value == 0)
    #expect(listeners(core) == 0)
  }

  @Test func `A-COREGONE: loops end after their backlog, and do not keep the core`() async {
    let probe = LifetimeProbe()
    let owner = Owner(makeCore(probe.object()))
    let transitions = owner.value!.transitions
    let begun = Log<Bool>()
    let waiting = Consumer(transitions.announced(to: begun).map(\.action))
    var slow = transitions.makeAsyncIterator()
    _ = await begun.values(1)
    for number in 1...3 { await owner.value?.action(number) }
    owner.value?.send(4)
    owner.release()
    await probe.falls(to: 0)
    #expect(await waiting.end() == [1, 2, 3, 4])
    #expect(await slow.rest().map(\.action) == [1, 2, 3, 4])
    // Nobody is left to tell of anything.
    #expect(await transitions.all().isEmpty)
  }

  @Test func `A-COREGONE: a loop may let go of the core`() async {
    let owner = Owner(makeCore())
    let begun = Log<Bool>()
    let task = Task { [transitions = owner.value!.transitions.announced(to: begun)] in
      var seen: [Int] = []
      for await transition in transitions {
        seen.append(transition.action)
        owner.release()
      }
      return seen
    }
    _ = await begun.values(1)
    owner.value?.send(1)
    #expect(await task.value == [1])
  }

  @Test func `A loop may use the core`() async {
    let core = makeCore()
    let seen = Log<Int>()
    let begun = Log<Bool>()
    let task = Task { [weak core, transitions = core.transitions.announced(to: begun)] in
      for await transition in transitions {
        seen.append(transition.action)
        if transition.action == 100 { break }
        await core?.action(transition.action + 1)
      }
    }
    _ = await begun.values(1)
    core.send(1)
    await task.value
    #expect(seen.values == Array(1...100))
    #expect(listeners(core) == 0)
  }

  /// Uses a core when it goes.
  private final class Last: Sendable {
    private let core: Locked<TestCore<Int, Last>?>

    init(_ core: TestCore<Int, Last>?) { self.core = Locked(core) }

    deinit {
      guard let core = core.withLock({ $0.take() }) else { return }
      core.send(Last(nil))
      _ = core.transitions.makeAsyncIterator()
      core.dispatch(effect: { Last(nil) })
      _ = core.effects
      core.cancelAllEffects()
    }
  }

  @Test func `An action whose deinit uses the core may be dropped with a backlog`() async {
    let core = TestCore<Int, Last>(0) { _, state, _ in state + 1 }
    for _ in 0..<100 {
      var iterator: AsyncCoreTransitions<Int, Last>.Iterator? = core.transitions.makeAsyncIterator()
      await core.action(Last(core))
      await core.action(Last(core))
      _ = await iterator?.next()
      iterator = nil
    }
    await core.settled()
    #expect(core.currentState >= 400)
  }

  @Test func `Listeners come and go while 4 tasks act, and miss nothing in between`() async {
    let core = makeCore()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { await core.action(1) } }
        group.addTask {
          for _ in 0..<50 {
            var iterator = core.transitions.makeAsyncIterator()
            await core.action(1)
            var last: Int?
            for _ in 0..<2 {
              guard let next = await iterator.next() else { break }
              #expect(last == nil || next.stateBefore == last)
              last = next.stateAfter
              if next.stateAfter >= 2_190 { break }
            }
          }
        }
      }
      await group.waitForAll()
    }
    #expect(core.currentState == 2_200)
    #expect(listeners(core) == 0)
  }

  @Test @MainActor func `Both kinds of next give the same`() async {
    let core = makeCore()
    var iterator = core.transitions.makeAsyncIterator()
    await core(1, 2)
    #expect(await iterator.next()?.action == 1)
    if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(await iterator.next(isolation: MainActor.shared)?.action == 2)
    }
  }

  @Test func `Causes are equal if they are of one kind and name`() {
    typealias Cause = Transition<Int, Int>.Cause
    let causes: [Cause] = [
      .send, .action, .effect(id: nil), .effect(id: 1), .effect(id: 2), .effect(id: "1"),
    ]
    for (index, one) in causes.enumerated() {
      for (place, other) in causes.enumerated() { #expect((one == other) == (index == place)) }
    }
  }

  /// Found by fuzzing.
  @Test(arguments: [true, false])
  func `What has come, and has not been taken when the task is cancelled, is dropped`(
    isolated: Bool
  ) async {
    let executor = QueueExecutor()
    let core = makeCore()
    let begun = Log<Bool>()
    let taken = Log<Int>()
    let task = Task(executorPreference: executor) {
      var iterator = core.transitions.announced(to: begun).makeAsyncIterator()
      while let next = isolated ? await iterator.next(isolation: nil) : await iterator.next() {
        taken.append(next.action)
      }
    }
    _ = await begun.values(1)
    // Behind the step in which the loop begins to wait, and before all that it does then.
    let gate = ThreadGate()
    let busy = Task(executorPreference: executor) { gate.pass() }
    await gate.entered()
    await core.action(1)
    task.cancel()
    gate.open()
    await task.value
    await busy.value
    #expect(taken.values == [])
  }
}
