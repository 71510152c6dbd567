import CoreEngineAsync
import TestSupport
import Testing

@testable import class CoreEngineAsync.AsyncCoreStore
@testable import class CoreEngineAsync.StateStorage

/// Everything at once, and an account of every action, state and object.
@Suite(.timeLimit(.minutes(10))) struct StressTests {
  private struct Item: Sendable {
    var sender: Int
    var number: Int
    var isBad: Bool { number % 7 == 3 }
    var object: LifetimeProbe.Object
  }

  private struct State: Equatable, Sendable {
    var version = 0
    var next = Array(repeating: 0, count: StressTests.tasks)
    var object: LifetimeProbe.Object

    static func == (left: State, right: State) -> Bool { left.version == right.version }
  }

  private static let tasks = 8
  private static let actions = 300

  private let probe = LifetimeProbe()
  private let mistakes = Log<String>()
  private let reduced = Log<Int>()
  private let failed = Log<Int>()

  private func makeCore() -> TestCore<State, Item> {
    TestCore(
      State(object: probe.object()),
      onError: { [failed, mistakes] core, error in
        failed.append(0)
        if !(error is TestError) { mistakes.append("\(error)") }
      },
      reduce: { [probe, reduced, mistakes, object = probe.object()] core, state, item in
        withExtendedLifetime(object) {}
        reduced.append(item.sender)
        if item.number.isMultiple(of: 5) { await hop() }
        if core.version != state.version { mistakes.append("overlaps") }
        if state.next[item.sender] > item.number { mistakes.append("out of order") }
        if item.isBad { throw TestError() }
        var next = state
        next.version += 1
        next.next[item.sender] = item.number + 1
        next.object = probe.object()
        return next
      })
  }

  @Test(arguments: 0..<5)
  func `Senders, callers, consumers and cancellers, and all is accounted for`(
    round: Int
  ) async {
    let owner = Owner(makeCore())
    let storage = owner.value!.store.storage
    var whole = owner.value!.states.makeAsyncIterator()
    await withTaskGroup { group in
      for sender in 0..<Self.tasks {
        group.addTask { await self.act(owner.value!, sender) }
        group.addTask { [states = owner.value!.states(sender % 2 == 0 ? .every : .latest)] in
          await self.observe(states, times: 40 + sender)
        }
      }
    }
    // Some of what was sent may still wait.
    owner.release()
    let versions = await whole.rest().map(\.version)
    let good = (0..<Self.actions).count { $0 % 7 != 3 } * Self.tasks
    #expect(versions == Array(0...good))
    #expect(reduced.count == Self.actions * Self.tasks)
    #expect(failed.count == Self.actions * Self.tasks - good)
    #expect(mistakes.values == [])
    #expect(storage.parkedCount == 0)
    // The state that the storage holds.
    await probe.falls(to: 1)
  }

  /// Sends and awaits, partly in tasks that are cancelled.
  private func act(_ core: TestCore<State, Item>, _ sender: Int) async {
    for number in 0..<Self.actions {
      let item = Item(sender: sender, number: number, object: probe.object())
      switch (number + sender) % 3 {
      case 0: core.send(item)
      case 1: await core.action(item)
      default:
        // Its errors are not reported once it is cancelled: those cannot be among them.
        let task = Task { await core.action(item) }
        if !item.isBad { task.cancel() }
        await task.value
      }
    }
  }

  /// Begins iterations, one after the other, that are cancelled, left or dropped.
  private func observe(_ states: AsyncCoreStates<State>, times: Int) async {
    for time in 0..<times {
      let task = Task {
        var last = -1
        for await version in states.map(\.version) {
          if version <= last { mistakes.append("\(version) after \(last)") }
          last = version
          if version >= time * 20 { break }
        }
      }
      if time.isMultiple(of: 2) { task.cancel() }
      _ = states.makeAsyncIterator()
      await task.value
    }
  }

  /// Optimised builds once read a core's state from nowhere after such a state had been returned.
  @Test func `A state that is aligned to 64 bytes is reduced under contention`() async {
    let core = TestCore<SIMD8<Int>, Int>(SIMD8()) { _, state, place in
      var next = state
      next[place] += 1
      return next
    }
    await withTaskGroup { group in
      for place in 0..<8 {
        group.addTask {
          for number in 0..<200 {
            if number.isMultiple(of: 2) { core.send(place) } else { await core.action(place) }
          }
        }
      }
    }
    await core.settled()
    #expect(core.currentState == SIMD8(repeating: 200))
  }
}
