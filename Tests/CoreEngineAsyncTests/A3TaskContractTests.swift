import CoreEngineAsync
import TestSupport
import Testing

/// A3: `action` reduces in its caller's task, `send` in a task of the core's own, an effect in the
/// effect's.
@Suite(.timeLimit(.minutes(10))) struct A3TaskContractTests {
  private enum Local {
    @TaskLocal static var name = "none"
  }

  private struct Seen: Equatable, Sendable {
    var name = Local.name
    // Not the current one: it rises while somebody more urgent waits for the task.
    var priority = Task.basePriority
    var isCancelled = Task.isCancelled
  }

  private enum Call: CaseIterable { case send, action }

  private let core = TestCore<[Seen], Call>([]) { _, state, _ in
    await hop()
    return state + [Seen()]
  }

  @Test func `A reducer sees the locals, priority and cancellation of who awaits the action`()
    async
  {
    await Local.$name.withValue("caller") {
      await Task(priority: .background) {
        withUnsafeCurrentTask { $0?.cancel() }
        await core.action(.action)
        core.send(.send)
      }.value
    }
    await core.reaches { $0.count == 2 }
    let seen = core.currentState
    #expect(seen[0] == Seen(name: "caller", priority: .background, isCancelled: true))
    #expect(seen[1].name == "none")
    #expect(seen[1].priority != .background)
    #expect(!seen[1].isCancelled)
  }

  @Test func `So does one that had to wait for its turn`() async {
    let gate = Gate()
    let core = TestCore<[Seen], Call>([]) { _, state, call in
      if call == .send { await gate.pass() }
      return state + [Seen()]
    }
    core.send(.send)
    await gate.entered()
    let waiting = Local.$name.withValue("caller") {
      Task(priority: .background) { await core.action(.action) }
    }
    waiting.cancel()
    gate.open()
    await waiting.value
    #expect(core.currentState.map(\.name) == ["none", "caller"])
    #expect(core.currentState[1].priority == .background)
    #expect(core.currentState.map(\.isCancelled) == [false, true])
  }

  @Test(
    arguments: [.concurrent, .cancelPrevious, .ignoreIfRunning, .queue, .debounce(.zero)]
      as [AsyncEffectPolicy])
  func `An effect and its actions have the locals and the priority of who dispatched it`(
    policy: AsyncEffectPolicy
  ) async {
    let gate = Gate()
    let core = TestCore<[String: Seen], String>([:]) { _, state, name in
      state.merging([name: Seen()]) { $1 }
    }
    let inside = Log<String>()
    let first = Local.$name.withValue("first") {
      core.dispatch(
        effect: {
          await gate.pass()
          return "first"
        }, id: 1)
    }
    await gate.entered()
    if policy == .ignoreIfRunning { first.cancel() }
    // The one that it may have to wait for starts it, but is not who dispatched it.
    let second = await Task(priority: .background) {
      Local.$name.withValue("second") {
        core.dispatch(
          effect: { send in
            inside.append(Local.name)
            await send("second")
          }, id: 1, policy: policy, retry: .attempts(2))
      }
    }.value
    gate.open()
    await first.finished()
    await second.finished()
    #expect(inside.values == ["second"])
    #expect(
      core.currentState["second"]
        == Seen(name: "second", priority: .background, isCancelled: false))
    let firstActs = policy == .concurrent || policy == .queue
    #expect(core.currentState["first"]?.name == (firstActs ? "first" : nil))
  }

  @Test func `A reduction inside an effect sees that the effect is cancelled`() async {
    let gate = Gate()
    let core = TestCore<[Bool], Int>([]) { _, state, _ in
      let before = Task.isCancelled
      await gate.pass()
      return state + [before, Task.isCancelled]
    }
    let handle = core.dispatch { send in
      await send(1)
      await send(2)
    }
    await gate.entered()
    handle.cancel()
    gate.open()
    await handle.finished()
    #expect(core.currentState == [false, true])
  }

  @Test func `An effect that is dispatched from a reduction is no part of it`() async {
    let core = TestCore<[String], String>([]) { core, state, action in
      if action == "outer" {
        Local.$name.withValue("reduction") {
          _ = core.dispatch { send in
            // It would return at once if it were inside.
            await send("inner")
            await send("after \(core.currentState)")
          }
        }
      }
      return state + ["\(action) in \(Local.name)"]
    }
    await core.action("outer")
    await core.settled()
    #expect(
      core.currentState == [
        "outer in none", "inner in reduction",
        #"after ["outer in none", "inner in reduction"] in reduction"#,
      ])
  }

  private struct Queued: Error {}

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `An effect is no part of the reduction that it was dispatched from`() async throws {
    try await withInterleavings(seeds: 0..<100) {
      let core = TestCore<Int, Int>(0) { core, state, number in
        if number == 0 {
          core.dispatch(effect: { 1 }, id: "effect")
          for _ in 1...3 {
            async let other: Void = hop()
            await other
          }
        }
        return state + number
      }
      var transitions = core.transitions.makeAsyncIterator()
      await core.action(0)
      _ = await transitions.next()
      guard let next = await transitions.next(), next.cause == .effect(id: "effect") else {
        throw Queued()
      }
    }
  }
}
