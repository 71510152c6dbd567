import CoreEngineAsync
import TestSupport
import Testing

/// The operators that the standard library has for every `AsyncSequence`.
@Suite(.timeLimit(.minutes(10))) struct OperatorInteroperabilityTests {
  private struct State: Equatable, Sendable {
    var number = 0
    var text: String?
  }

  /// A core that has gone through 0, 1, "a", 2, "b", 3, and is gone, with what still comes of it.
  private func history<Values: AsyncSequence & Sendable>(
    _ values: (TestCore<State, State>) -> Values
  ) async -> Rest<Values> {
    let owner = Owner(TestCore<State, State>(State()) { _, _, next in next })
    let values = values(owner.value!)
    let rest = Rest(base: values, iterator: values.makeAsyncIterator())
    await owner.value?(
      State(number: 1), State(number: 1, text: "a"), State(number: 2, text: "a"),
      State(number: 2, text: "b"), State(number: 3, text: "b"))
    owner.release()
    return rest
  }

  /// A sequence whose first iteration has begun already.
  private struct Rest<Base: AsyncSequence>: AsyncSequence {
    let base: Base
    let iterator: Base.AsyncIterator

    func makeAsyncIterator() -> Base.AsyncIterator { iterator }
  }

  @Test func `Each state is mapped, filtered and flattened`() async throws {
    #expect(await history { $0.states }.map(\.number).all() == [0, 1, 1, 2, 2, 3])
    #expect(await history { $0.states }.compactMap(\.text).all() == ["a", "a", "b", "b"])
    #expect(await history { $0.states }.filter { $0.number == 2 }.map(\.text).all() == ["a", "b"])
    #expect(await history { $0.states.map(\.number).filter { $0 > 1 } }.all() == [2, 2, 3])
    let repeated = await history { $0.states.number }.flatMap { number in
      AsyncStream { continuation in
        for _ in 0..<number { continuation.yield(number) }
        continuation.finish()
      }
    }
    #expect(await repeated.all() == [1, 2, 2, 3, 3, 3])
    let failing = await history { $0.states.number }.map { number in
      if number == 2 { throw TestError() }
      return number
    }
    var seen: [Int] = []
    await #expect(throws: TestError.self) {
      for try await number in failing { seen.append(number) }
    }
    #expect(seen == [0, 1])
  }

  @Test func `A part of them is taken or left out`() async {
    #expect(await history { $0.states.number }.prefix(2).all() == [0, 1])
    #expect(await history { $0.states.number }.prefix { $0 < 3 }.all() == [0, 1, 2])
    #expect(await history { $0.states.number }.dropFirst(2).all() == [2, 3])
    #expect(await history { $0.states.number }.drop { $0 < 2 }.all() == [2, 3])
    #expect(await history { $0.select(\.text) }.dropFirst().all() == ["a", "b"])
    #expect(await history { $0.states(.latest) }.map(\.number).all() == [3])
  }

  @Test func `They are searched and summed up`() async {
    #expect(await history { $0.states }.first { $0.text != nil } == State(number: 1, text: "a"))
    #expect(await history { $0.states.number }.contains(2))
    #expect(await history { $0.states.number }.contains { $0 > 3 } == false)
    #expect(await history { $0.states.number }.allSatisfy { $0 < 4 })
    #expect(await history { $0.states.number }.min() == 0)
    #expect(await history { $0.states.number }.max() == 3)
    #expect(await history { $0.states }.max { $0.number < $1.number }?.number == 3)
    #expect(await history { $0.states.number }.reduce(0, +) == 6)
    #expect(
      await history { $0.states.text }.reduce(into: []) { $0.append($1) } == [nil, "a", "b"])
  }

  @Test func `Transitions are sequences like any other`() async throws {
    let before = await history { $0.transitions }.map(\.stateBefore.number).all()
    #expect(before == [0, 1, 1, 2, 2])
    let texts = await history { $0.transitions }.compactMap(\.stateAfter.text).all()
    #expect(texts == ["a", "a", "b", "b"])
    #expect(await history { $0.transitions }.prefix(2).reduce(0) { $0 + $1.action.number } == 2)
    let first = try #require(await history { $0.transitions }.first { $0.stateAfter.number == 2 })
    #expect(first.stateBefore == State(number: 1, text: "a"))
    #expect(first.cause == .action)
    #expect(await history { $0.transitions }.allSatisfy { $0.error == nil })
  }

  @Test func `Two sequences are read in step`() async {
    let states = await history { $0.states }
    let transitions = await history { $0.transitions }
    var before = states.makeAsyncIterator()
    var moves = transitions.makeAsyncIterator()
    var pairs = 0
    while let state = await before.next(), let move = await moves.next() {
      #expect(move.stateBefore == state)
      pairs += 1
    }
    #expect(pairs == 5)
  }

  @Test func `Operators of a loop that goes on follow the core`() async {
    let core = TestCore<Int, Int>.adder()
    let evens = Consumer(core.states.filter { $0.isMultiple(of: 2) }.map { $0 * 10 }.prefix(3))
    await evens.received(1)
    await core(1, 1)
    await evens.received(2)
    await core(1, 1, 100)
    #expect(await evens.end() == [0, 20, 40])
  }
}
