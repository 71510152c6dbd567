import CoreEngineAsync
import TestSupport
import Testing

@testable import enum CoreEngineAsync.ReductionScope
@testable import class CoreEngineAsync.ReductionTrail

/// A4: from inside a reduction or `handleError` of the same core, both `send` and `action` queue.
@Suite(.timeLimit(.minutes(10))) struct A4ReentrancyContractTests {
  private typealias Core = TestCore<[String], String>

  private enum Local {
    @TaskLocal static var name = "none"
  }

  private let log = Log<String>()

  /// Hands over an action in the way under test.
  private func start(_ core: Core, _ action: String, awaits: Bool) async {
    if awaits { await core.action(action) } else { core.send(action) }
  }

  @Test(arguments: [true, false])
  func `From reduce and its children, actions queue, in order`(awaits: Bool) async {
    let core = Core([]) { [log] core, state, action in
      log.append("enter \(action)")
      if action == "outer" {
        core.send("sent")
        await core.action("awaited")
        async let child: Void = core.action("child")
        await child
        await withTaskGroup { group in
          group.addTask { await core("grandchild", "twin") }
        }
      }
      log.append("exit \(action)")
      return state + [action]
    }
    await start(core, "outer", awaits: awaits)
    await core.reaches { $0.count == 6 }
    let order = ["outer", "sent", "awaited", "child", "grandchild", "twin"]
    #expect(core.currentState == order)
    #expect(log.values == order.flatMap { ["enter \($0)", "exit \($0)"] })
  }

  @Test(arguments: [true, false])
  func `From handleError, actions queue`(awaits: Bool) async {
    let core = Core(
      [],
      onError: { [log] core, _ in
        log.append("enter handleError")
        core.send("sent")
        await core.action("awaited")
        log.append("exit handleError")
      },
      reduce: { [log] _, state, action in
        log.append(action)
        if action == "bad" { throw TestError() }
        return state + [action]
      })
    await start(core, "bad", awaits: awaits)
    await core.reaches { $0.count == 2 }
    #expect(log.values == ["bad", "enter handleError", "exit handleError", "sent", "awaited"])
  }

  @Test(arguments: [true, false])
  func `A task begun in a reduction that is over waits for its action`(isBusy: Bool) async {
    let gate = Gate()
    let busy = Gate()
    let late = Log<Task<Void, Never>>()
    let core = Core([]) { [log] core, state, action in
      if action == "outer" {
        let task = Local.$name.withValue("task") {
          Task {
            await gate.pass()
            log.append("calls")
            await core.action("late")
            log.append("returned")
          }
        }
        late.append(task)
      }
      if action == "busy" { await busy.pass() }
      // Only if its own task reduces has it waited.
      log.append("\(action) in \(Local.name)")
      return state + [action]
    }
    await core.action("outer")
    if isBusy {
      core.send("busy")
      await busy.entered()
    }
    gate.open()
    await gate.entered()
    busy.open()
    await late.values[0].value
    #expect(
      log.values.filter { $0 != "busy in none" }
        == ["outer in none", "calls", "late in task", "returned"])
  }

  @Test func `A task begun in a reduction that goes on does not wait`() async {
    let core = Core([]) { [log] core, state, action in
      if action == "outer" { await Task { await core.action("inner") }.value }
      log.append(action)
      return state + [action]
    }
    await core.action("outer")
    await core.reaches { $0.count == 2 }
    #expect(log.values == ["outer", "inner"])
  }

  @Test(arguments: [true, false])
  func `Two cores that call each other do not hang`(awaits: Bool) async {
    let second = Core([]) { _, state, action in
      guard let first = Peer.first else { return state }
      await first.action("back")
      return state + [action]
    }
    let first = Core([]) { [log] core, state, action in
      log.append("enter \(action)")
      if action == "there" {
        await Peer.$first.withValue(core) { await second.action("called") }
        log.append("second has \(second.currentState)")
      }
      log.append("exit \(action)")
      return state + [action]
    }
    await start(first, "there", awaits: awaits)
    await first.reaches { $0.count == 2 }
    #expect(
      log.values == [
        "enter there", "second has [\"called\"]", "exit there", "enter back", "exit back",
      ])
  }

  private enum Peer {
    @TaskLocal static var first: Core?
  }

  @Test func `A task begun in a reduction is not inside the next one of the same drain`() async {
    let gates = (first: Gate(), late: Gate(), busy: Gate())
    let late = Log<Task<Void, Never>>()
    let core = Core([]) { [log] core, state, action in
      switch action {
      case "first": await gates.first.pass()
      case "outer":
        late.append(
          Task {
            await gates.late.pass()
            log.append("calls")
            await core.action("late")
            log.append("returned")
          })
      case "busy": await gates.busy.pass()
      default: break
      }
      log.append(action)
      return state + [action]
    }
    core.send("first")
    await gates.first.entered()
    // All three are drained in one go, once the first is over.
    for action in ["outer", "busy", "last"] { core.send(action) }
    gates.first.open()
    await gates.busy.entered()
    gates.late.open()
    _ = await log.values(3)
    gates.busy.open()
    await late.values[0].value
    #expect(log.values == ["first", "outer", "calls", "busy", "last", "late", "returned"])
  }

  @Test(arguments: [true, false])
  func `A task begun in a reduction is outside of it once it sees its state`(awaits: Bool) async {
    await #expect(processExitsWith: .success) { [awaits] in
      let gate = ThreadGate()
      let seen = Log<Task<Void, any Error>>()
      let core = TestCore<Blocking, Int>(Blocking(number: 0, lock: Blocking.Lock(gate))) {
        core, _, number in
        seen.append(
          Task {
            await gate.entered()
            precondition(core.currentState.number == 1)
            await #expect(throws: NotSettled.self) { try await core.settled(timeout: .zero) }
            gate.open()
            await core.settled()
          })
        return Blocking(number: number)
      }
      if awaits { await core.action(1) } else { core.send(1) }
      try await seen.values(1)[0].value
    }
  }

  /// A state that stops whoever lets go of it.
  private struct Blocking: Equatable, Sendable {
    final class Lock: Sendable {
      private let gate: ThreadGate

      init(_ gate: ThreadGate) { self.gate = gate }

      deinit { gate.pass() }
    }

    var number: Int
    var lock: Lock?

    static func == (left: Blocking, right: Blocking) -> Bool { left.number == right.number }
  }

  @Test func `A reduction that begins a task that acts, and so on, leaves no trail`() async {
    let depths = Log<Int>()
    let last = Gate()
    last.open()
    let other = TestCore<Int, Int>.adder()
    let core = TestCore<Int, Int>(0) { core, state, number in
      depths.append(ReductionScope.depth)
      if number == 0 {
        await last.pass()
      } else {
        Task {
          await other.action(1)
          await core.action(number - 1)
        }
      }
      return state + 1
    }
    await core.action(1_000)
    await last.entered()
    #expect(depths.count == 1_001)
    #expect(depths.values.max() ?? 0 <= 3)
  }

  /// Fails once with an effect, and begins a task meanwhile.
  private actor Failing: AsyncCore {
    let store = AsyncCoreStore(initialState: 0)
    let tasks = Log<Task<Void, Never>>()
    let misses = Log<Bool>()
    private let returned = Log<Bool>()

    func reduce(state: Int, action: Int) async throws -> Int { state + action }

    func handleError(error: any Error) async {
      tasks.append(
        OwnTask.start { [self] in
          if returned.count == 0 { return }
          await action(1)
          if currentState == 0 { misses.append(true) }
        })
      returned.append(true)
    }
  }

  /// Found by fuzzing: the error of an effect counted as being handled for a step too long.
  @Test func `A task begun in handleError is outside once that has returned`() async throws {
    try await withInterleavings(seeds: 0..<300) {
      let core = Failing()
      await core.dispatch(effect: { throw TestError() }).finished()
      for task in core.tasks.values { await task.value }
      if core.misses.count > 0 { throw TestError() }
    }
  }
}

extension ReductionScope {
  /// How many reductions the current task remembers.
  fileprivate static var depth: Int {
    (innermost.get() == 0 ? 0 : 1) + (trail.get()?.reductions.count ?? 0)
  }
}
