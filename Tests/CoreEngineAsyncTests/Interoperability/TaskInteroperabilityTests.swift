import CoreEngineAsync
import TestSupport
import Testing

/// Task groups, `async let`, cancellation handlers and streams.
@Suite(.timeLimit(.minutes(10))) struct TaskInteroperabilityTests {
  @Test func `Consumers and senders share a group`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let sums = await withTaskGroup(of: [Int]?.self) { group in
      for _ in 0..<4 {
        var numbers = owner.value!.states.makeAsyncIterator()
        group.addTask { await numbers.rest() }
      }
      group.addTask {
        await withTaskGroup { senders in
          for _ in 0..<4 {
            senders.addTask { for _ in 0..<25 { await owner.value?.action(1) } }
          }
        }
        owner.release()
        return nil
      }
      return await group.reduce(into: [[Int]]()) { if let numbers = $1 { $0.append(numbers) } }
    }
    #expect(sums == Array(repeating: Array(0...100), count: 4))
  }

  @Test func `A discarding group that is cancelled ends its consumers`() async {
    let core = TestCore<Int, Int>.adder()
    let seen = Log<Int>()
    await withDiscardingTaskGroup { group in
      for _ in 0..<3 { group.addTask { for await state in core.states { seen.append(state) } } }
      group.addTask { for await move in core.transitions { seen.append(move.action) } }
      group.addTask {
        await core.dispatch { send in await untilCancelled() }.finished()
      }
      _ = await seen.values(3)
      group.cancelAll()
    }
    #expect(seen.values == [0, 0, 0])
    // Waiting for an effect was cancelled, not the effect.
    #expect(core.effects.map(\.isCancelled) == [false])
    core.cancelAllEffects()
    await core.settled()
  }

  @Test func `Actions and a loop run side by side with async let`() async {
    let core = TestCore<Int, Int>.adder()
    async let first: Void = core.action(1)
    async let others: Void = core(10, 100)
    async let effect: Void = core.dispatch { 1_000 }.finished()
    async let total = core.states.first { $0 == 1_111 }
    _ = await (first, others, effect)
    #expect(core.currentState == 1_111)
    #expect(await total == 1_111)
  }

  @Test func `An effect's own cancellation handler runs once, and what it waits for ends`() async {
    let core = TestCore<[Int], Int>.recorder()
    let cancelled = Log<Int>()
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let handle = core.dispatch { send in
      await withTaskCancellationHandler {
        for await number in numbers { await send(number) }
      } onCancel: {
        cancelled.append(0)
        source.finish()
      }
      await send(-1)
    }
    source.yield(1)
    await core.reaches { $0 == [1] }
    handle.cancel()
    handle.cancel()
    await handle.finished()
    #expect(cancelled.count == 1)
    #expect(core.currentState == [1])
  }

  @Test func `Streams are effects, and what they throw is handled`() async {
    let errors = Log<TestError?>()
    let core = TestCore<[Int], Int>([], onError: { errors.append($1 as? TestError) }) {
      $1 + [$2]
    }
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let broken = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(4)
      continuation.finish(throwing: TestError())
    }
    let calls = Log<Int>()
    let unfolded = AsyncStream<Int> {
      calls.append(0)
      return calls.count < 3 ? calls.count + 4 : nil
    }
    await core.dispatch(effect: numbers).finished()
    await core.dispatch(effect: broken).finished()
    await core.dispatch(effect: unfolded).finished()
    #expect(core.currentState == [1, 2, 3, 4, 5, 6])
    #expect(errors.values == [TestError()])
  }

  @Test func `The states of one core are the actions of another`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let follower = TestCore<[Int], Int>.recorder()
    let handle = follower.dispatch(effect: owner.value!.states.filter { $0 != 2 })
    await follower.reaches { $0 == [0] }
    await owner.value?(1, 1, 1)
    await follower.reaches { $0.last == 3 }
    owner.release()
    // The sequence ends with its core, and the effect with it.
    await handle.finished()
    #expect(follower.currentState == [0, 1, 3])
  }

  @Test func `An iterator may be handed to another task`() async {
    let core = TestCore<Int, Int>.adder()
    await core.action(1)
    var states = core.states.makeAsyncIterator()
    var moves = core.transitions.makeAsyncIterator()
    var halves = core.select { $0 / 2 }.makeAsyncIterator()
    #expect(await states.next() == 1)
    await core.action(1)
    let task = Task {
      (await states.next(), await moves.next()?.action, await halves.next(), await halves.next())
    }
    #expect(await task.value == (2, 1, 0, 1))
  }
}
