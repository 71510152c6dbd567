import CoreEngineAsync
import TestSupport
import Testing

/// A3: `action` reduces in its caller's task, `send` in a task of the core's own.
@Suite(.timeLimit(.minutes(1))) struct A3TaskContractTests {
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
}
