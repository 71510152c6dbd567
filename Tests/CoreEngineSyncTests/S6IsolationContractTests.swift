import CoreEngineSync
import Observation
import TestSupport
import Testing

/// S6: a core has the isolation that it is given, and Observation follows it.
@Suite struct S6IsolationContractTests {
  struct State: Equatable, Sendable {
    var count = 0
    var other = 0
  }

  enum Action: Sendable { case increase, touchOther }

  static func next(after state: State, _ action: Action) -> State {
    var next = state
    switch action {
    case .increase: next.count += 1
    case .touchOther: next.other += 1
    }
    return next
  }

  @MainActor final class OnMain: @MainActor Core {
    var state = State() {
      didSet { stored.append(state.count) }
    }
    private(set) var stored: [Int] = []

    func reduce(state: State, action: Action) -> State {
      MainActor.assertIsolated()
      return next(after: state, action)
    }
  }

  @Observable final class Observed: Core {
    var state = State()

    func reduce(state: State, action: Action) -> State { next(after: state, action) }
  }

  @MainActor @Observable final class ObservedOnMain: @MainActor Core {
    var state = State()

    func reduce(state: State, action: Action) -> State { next(after: state, action) }
  }

  @Observable final class Clamped: Core {
    var state = 0

    func reduce(state: Int, action: Int) -> Int { min(state + action, 10) }
  }

  @Test @MainActor func `A core of the main actor is used there as any other`() {
    let core = OnMain()
    core(.increase, .touchOther, .increase)
    #expect(core.count == 2)
    #expect(core.stored == [1, 1, 2])
  }

  @Test
  func `A core of the main actor can be sent, and is used by whoever comes to the main actor`()
    async
  {
    let core = OnMain()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { @MainActor in core.action(.increase) }
      }
    }
    #expect(await core.stored == Array(1...8))
  }

  @Test func `Observation tells of a change once, before it is stored`() {
    let core = Observed()
    let changes = Log<String>()
    withObservationTracking {
      _ = core.count
    } onChange: {
      changes.append("changes")
    }
    #expect(changes.values == [])
    core.action(.increase)
    #expect(changes.values == ["changes"])
    core.action(.increase)
    #expect(changes.values == ["changes"])
    #expect(core.count == 2)
  }

  @Test func `Observation says nothing of an equal state`() {
    let core = Clamped()
    core.action(10)
    let changes = Log<String>()
    withObservationTracking {
      _ = core.state
    } onChange: {
      changes.append("changes")
    }
    core.action(5)
    #expect(changes.values == [])
    core.action(-1)
    #expect(changes.values == ["changes"])
  }

  @Test @MainActor func `Observations yields each state that is waited for`() async {
    let core = ObservedOnMain()
    var counts = Observations { core.count }.makeAsyncIterator()
    #expect(await counts.next() == 0)
    core.action(.increase)
    #expect(await counts.next() == 1)
    core(.increase, .increase)
    #expect(await counts.next() == 3)
  }
}
