import CoreEngineSync
import TestSupport
import Testing

/// S4: a reducer that changes the state of its own core stops the program and says why.
@Suite struct S4InReduceContractTests {
  enum Action: Equatable, Sendable { case tick, actWithin, setWithin, actInVain, compareAndAct }

  final class Nesting: Core {
    struct State: Equatable, Sendable {
      var ticks = 0
      /// Acts on the core the next time that two states are compared.
      var hook: Hook?

      static func == (one: State, other: State) -> Bool {
        (one.hook ?? other.hook)?.fire()
        return one.ticks == other.ticks
      }
    }

    // Safe: each core and its hook stay on the thread of their test.
    final class Hook: @unchecked Sendable {
      weak var core: Nesting?

      func fire() {
        guard let target = core else { return }
        core = nil
        target.action(.tick)
      }
    }

    var state = State()
    var log: [String] = []

    func reduce(state: State, action: Action) -> State {
      log.append("enter \(action)")
      defer { log.append("exit \(action)") }
      var next = state
      next.ticks += 1
      switch action {
      case .tick: break
      case .actWithin: self.action(.tick)
      case .setWithin: self.state.ticks = 100
      case .actInVain:
        let before = self.state
        self.action(.tick)
        self.state = before
      case .compareAndAct:
        next.hook = Hook()
        next.hook?.core = self
      }
      return next
    }
  }

  private func expectExplanation(in result: ExitTest.Result?) throws {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("CoreEngine: the state of Nesting changed while its reducer ran."))
    #expect(output.contains("Return a state that has both effects, or send the second action"))
  }

  @Test func `R-INREDUCE: an action from inside reduce stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Nesting().action(.actWithin)
    }
    try expectExplanation(in: result)
  }

  @Test func `R-INREDUCE: so does setting the state there`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Nesting().action(.setWithin)
    }
    try expectExplanation(in: result)
  }

  @Test func `R-INREDUCE: so does an action from the comparison of the result`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Nesting().action(.compareAndAct)
    }
    try expectExplanation(in: result)
  }

  @Test func `R-INREDUCE: what leaves the state as it was is let through`() {
    let core = Nesting()
    core.action(.actInVain)
    #expect(core.ticks == 1)
    #expect(core.log == ["enter actInVain", "enter tick", "exit tick", "exit actInVain"])
  }

  @Test func `R-INREDUCE: another core may be acted on`() {
    final class Forwarding: Core {
      let other = Story()
      var state = 0

      func reduce(state: Int, action: Story.Action) -> Int {
        other.action(action)
        return state + 1
      }
    }
    let core = Forwarding()
    core(.a, .b)
    #expect(core.state == 2)
    #expect(core.other.stored == ["a", "ab"])
  }

  @Test func `D-NAN: a state unequal to itself is stored by each action, and trips nothing`() {
    final class Rate: Core {
      struct State: Equatable, Sendable {
        var rate = Double.nan
        var count = 0
      }

      var state = State() {
        didSet { stored.append(state.count) }
      }
      var stored: [Int] = []

      func reduce(state: State, action: Int) -> State {
        State(rate: state.rate, count: state.count + action)
      }
    }
    let core = Rate()
    for _ in 0..<1_000 { core.action(0) }
    #expect(core.stored == Array(repeating: 0, count: 1_000))
    core(1, 1)
    #expect(core.stored.suffix(2) == [1, 2])
  }
}
