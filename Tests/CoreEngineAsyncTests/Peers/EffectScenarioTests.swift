import CoreEngineAsync
import TestSupport
import Testing

/// What effects are made of, and in which order their actions come.
@Suite(.timeLimit(.minutes(10))) struct EffectScenarioTests {
  private let clock = TestClock()
  private let core = TestCore<[Int], Int>.recorder()

  @Test func `Effects side by side act in the order of their times`() async {
    for number in [3, 1, 2] {
      core.dispatch { [clock] in
        try await clock.sleep(for: .seconds(number))
        return number
      }
    }
    await clock.sleepers(3)
    for number in 1...3 {
      await clock.advance(by: .seconds(1))
      await core.reaches { $0.count == number }
    }
    #expect(core.currentState == [1, 2, 3])
    await core.settled()
  }

  @Test func `Effects in a queue act in the order in which they were dispatched`() async {
    for number in [3, 1, 2] {
      core.dispatch(
        effect: { [clock] in
          try await clock.sleep(for: .seconds(number))
          return number
        }, id: "queue", policy: .queue)
    }
    for number in [3, 1, 2] {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(number))
    }
    await core.settled()
    #expect(core.currentState == [3, 1, 2])
  }

  @Test func `An effect runs parts one after the other, and some of them side by side`() async {
    @Sendable func pause(_ seconds: Int) async throws {
      try await clock.sleep(for: .seconds(seconds))
    }
    let handle = core.dispatch { send in
      try await pause(5)
      await send(5)
      try await withThrowingDiscardingTaskGroup { group in
        for seconds in [4, 3, 2] {
          group.addTask {
            try await pause(seconds)
            await send(seconds)
          }
        }
      }
      try await pause(1)
      await send(1)
    }
    for (sleepers, seconds) in [(1, 5), (3, 2), (2, 1), (1, 1), (1, 1)] {
      await clock.sleepers(sleepers)
      let count = core.currentState.count
      await clock.advance(by: .seconds(seconds))
      await core.reaches { $0.count == count + 1 }
    }
    await handle.finished()
    #expect(core.currentState == [5, 2, 3, 4, 1])
  }

  @Test func `Callbacks of other threads come in through a stream`() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let handle = core.dispatch(effect: numbers)
    await withCheckedContinuation { continuation in
      Task {
        onThreads(4) { thread in
          for number in 0..<25 { source.yield(thread * 100 + number) }
        }
        source.finish()
        continuation.resume()
      }
    }
    await handle.finished()
    for thread in 0..<4 {
      #expect(core.currentState.filter { $0 / 100 == thread }.map { $0 % 100 } == Array(0..<25))
    }
    #expect(core.currentState.count == 100)
  }

  /// Watches two sources from its beginning on.
  private actor Bound: AsyncCore {
    let store = AsyncCoreStore(initialState: [String]())

    init(texts: AsyncStream<String>, numbers: AsyncStream<Int>) {
      dispatch(effect: texts, id: "texts")
      dispatch(effect: numbers.map { "\($0)" }, id: "numbers")
    }

    func reduce(state: [String], action: String) async throws -> [String] { state + [action] }
  }

  @Test func `A core that is bound to sources in init hears of both until it goes`() async {
    let (texts, text) = AsyncStream.makeStream(of: String.self)
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let ended = Gate()
    ended.open()
    number.onTermination = { _ in Task { await ended.pass() } }
    text.onTermination = { _ in Task { await ended.pass() } }
    var core: Bound? = Bound(texts: texts, numbers: numbers)
    for index in 1...2 {
      text.yield("t\(index)")
      await core?.reaches { $0.last == "t\(index)" }
      number.yield(index)
      await core?.reaches { $0.last == "\(index)" }
    }
    #expect(core?.currentState == ["t1", "1", "t2", "2"])
    #expect(core?.effects.map { $0.id as? String } == ["texts", "numbers"])
    core = nil
    await ended.entered(2)
  }

  @Test func `An action that causes the next one, 100,000 times, takes no stack`() async {
    let core = TestCore<Int, Int>(0) { core, state, _ in
      if state < 99_999 { core.send(1) }
      return state + 1
    }
    core.send(1)
    await core.settled()
    #expect(core.currentState == 100_000)
  }

  @Test func `An effect of an action whose effect causes the next, 5,000 times`() async {
    let core = TestCore<Int, Int>(0) { core, state, _ in
      if state < 4_999 { core.dispatch(effect: { 1 }, id: "next", policy: .queue) }
      return state + 1
    }
    core.send(1)
    await core.settled()
    #expect(core.currentState == 5_000)
    #expect(core.isIdle)
  }

  @Test func `10,000 tasks act once each`() async {
    let core = TestCore<Int, Int>.adder()
    await withDiscardingTaskGroup { group in
      for _ in 0..<10_000 { group.addTask { await core.action(1) } }
    }
    #expect(core.currentState == 10_000)
  }

  @Test func `An error becomes an action, in the effect or in handleError`() async {
    let core = TestCore<[Int], Int>([], onError: { core, _ in await core.action(2) }) {
      $1 + [$2]
    }
    await core.dispatch { send in
      do { throw TestError() } catch { await send(1) }
    }.finished()
    await core.dispatch { throw TestError() }.finished()
    await core.settled()
    #expect(core.currentState == [1, 2])
  }

  @Test func `A send that outlives its effect acts until the effect is cancelled`() async {
    let gates = [Gate(), Gate()]
    let tasks = Log<Task<Void, Never>>()
    var transitions = core.transitions.makeAsyncIterator()
    let handle = core.dispatch(
      effect: { send in
        for (number, gate) in gates.enumerated() {
          tasks.append(
            Task {
              await gate.pass()
              await send(number)
            })
        }
      }, id: "escaped")
    await handle.finished()
    #expect(core.isIdle)
    gates[0].open()
    await tasks.values[0].value
    #expect(core.currentState == [0])
    // It has ended, so its id is nobody's any more; its handle still is.
    #expect(await transitions.next()?.cause == .effect(id: nil))
    core.cancelEffect(id: "escaped")
    handle.cancel()
    gates[1].open()
    await tasks.values[1].value
    #expect(core.currentState == [0])
  }
}
