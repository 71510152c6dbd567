import CoreEngineAsync
import TestSupport
import Testing

/// Effects that are cancelled, by their id or by their handle, and what is left of them.
@Suite(.timeLimit(.minutes(10))) struct CancellationScenarioTests {
  private struct One: Hashable {}
  private struct Other: Hashable {}

  private let clock = TestClock()
  private let errors = Log<String>()
  private let core: TestCore<[Int], Int>

  init() {
    core = TestCore([], onError: { [errors] in errors.append("\($1)") }, reduce: { $1 + [$2] })
  }

  private func delayed(
    _ number: Int, by seconds: Int, id: some Hashable & Sendable,
    policy: AsyncEffectPolicy = .concurrent
  ) -> EffectHandle {
    core.dispatch(
      effect: { [clock] in
        try await clock.sleep(for: .seconds(seconds))
        return number
      }, id: id, policy: policy)
  }

  @Test func `What comes before the cancelling is reduced, and nothing after it`() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let handle = core.dispatch(effect: numbers, id: One())
    for number in 1...2 {
      source.yield(number)
      await core.reaches { $0.count == number }
    }
    core.cancelEffect(id: One())
    source.yield(3)
    await handle.finished()
    #expect(core.currentState == [1, 2])
    #expect(core.isIdle)
  }

  @Test func `The newest of an id takes over from the one before, in the middle of its stream`()
    async
  {
    let streams = (0..<3).map { _ in AsyncStream.makeStream(of: Int.self) }
    var handles: [EffectHandle] = []
    for (index, stream) in streams.enumerated() {
      handles.append(core.dispatch(effect: stream.stream, id: "x", policy: .cancelPrevious))
      for earlier in streams[..<index] { earlier.continuation.yield(-1) }
      stream.continuation.yield(index)
      await core.reaches { $0.last == index }
    }
    streams[2].continuation.finish()
    for handle in handles { await handle.finished() }
    #expect(core.currentState == [0, 1, 2])
    #expect(core.isIdle)
  }

  @Test func `One that waits for its time is cancelled before it`() async {
    let handle = delayed(1, by: 2, id: "x")
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    core.cancelEffect(id: "x")
    await clock.advance(by: .seconds(5))
    await handle.finished()
    #expect(core.currentState == [])
    #expect(clock.sleepers == 0)
  }

  @Test func `Cancelled at once it says nothing, whether it has begun or not`() async {
    for number in 0..<100 {
      let handle = core.dispatch(effect: { number }, id: "x")
      handle.cancel()
      let count = core.currentState.count
      handle.cancel()
      await handle.finished()
      // Reduced before the cancelling or not at all.
      #expect(core.currentState.count <= count + 1)
    }
    let handle = core.dispatch(effect: delayedSequence(), id: "y")
    core.cancelEffect(id: "y")
    await handle.finished()
    #expect(!core.currentState.contains(-1))
    #expect(core.isIdle)
  }

  private func delayedSequence() -> some AsyncSequence<Int, any Error> & Sendable {
    AsyncThrowingStream { [clock] in
      try await clock.sleep(for: .seconds(1))
      return -1
    }
  }

  @Test func `Cancelling what has ended, or never was, does nothing`() async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let handle = core.dispatch(effect: numbers, id: "x")
    source.yield(1)
    source.finish()
    await handle.finished()
    core.cancelEffect(id: "x")
    core.cancelEffect(id: "y")
    core.cancelAllEffects()
    handle.cancel()
    await core.dispatch(effect: { 2 }, id: "x").finished()
    #expect(core.currentState == [1, 2])
  }

  @Test func `Two of one id run side by side, and are cancelled together`() async {
    let handles = [
      delayed(1, by: 1, id: "x"), delayed(2, by: 2, id: "x"), delayed(3, by: 3, id: "x"),
    ]
    await clock.sleepers(3)
    await clock.advance(by: .seconds(1))
    await handles[0].finished()
    #expect(core.effects.count == 2)
    core.cancelEffect(id: "x")
    for handle in handles { await handle.finished() }
    #expect(clock.sleepers == 0)
    #expect(core.currentState == [1])
  }

  @Test func `Ids of other types and of other cores are other ids`() async {
    let other = TestCore<[Int], Int>.recorder()
    let handles = [delayed(1, by: 1, id: One()), delayed(2, by: 1, id: Other())]
    await clock.sleepers(2)
    core.cancelEffect(id: One())
    other.cancelEffect(id: Other())
    await handles[0].finished()
    await clock.advance(by: .seconds(1))
    await handles[1].finished()
    #expect(core.currentState == [2])
  }

  @Test func `Whatever it throws when it is cancelled, it is no error`() async {
    let handles = (0..<3).map { number in
      core.dispatch(
        effect: { () async throws -> Int? in
          await untilCancelled()
          switch number {
          case 0: throw CancellationError()
          case 1: throw TestError()
          default: return number
          }
        }, id: number, retry: .attempts(3))
    }
    core.cancelAllEffects()
    for handle in handles { await handle.finished() }
    await core.settled()
    #expect(errors.values == [])
    #expect(core.currentState == [])
  }

  @Test func `One that cancels itself sends nothing more, and reports nothing`() async {
    await core.dispatch(
      effect: { [weak core] send in
        await send(1)
        core?.cancelEffect(id: "self")
        await send(2)
        do {
          try Task.checkCancellation()
          await send(3)
        } catch {
          await send(4)
          throw error
        }
      }, id: "self"
    ).finished()
    #expect(core.currentState == [1])
    #expect(errors.values == [])
    #expect(core.isIdle)
  }

  @Test func `1,000 of 10 ids, cancelled from everywhere: each ends, and none is left`() async {
    let handles = Log<EffectHandle>()
    await withDiscardingTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask { [core] in
          handles.append(
            core.dispatch(
              effect: { send in
                await send(number)
                await untilCancelled()
              }, id: number % 10, policy: number.isMultiple(of: 3) ? .cancelPrevious : .concurrent))
        }
        group.addTask { [core] in core.cancelEffect(id: number % 10) }
      }
    }
    for id in 0..<10 { core.cancelEffect(id: id) }
    for handle in handles.values { await handle.finished() }
    await core.settled()
    #expect(handles.count == 1_000)
    #expect(core.effects.isEmpty)
    #expect(core.isIdle)
    #expect(Set(core.currentState).count == core.currentState.count)
    #expect(errors.values == [])
  }
}
