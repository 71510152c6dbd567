import CoreEngine
import Observation
import TestSupport
import Testing

/// S6: a core takes the isolation of its class, and can be followed by Observation.
@Suite struct ObservationTests {
  @Observable final class Free: Core {
    enum Action { case increase, rename(String) }
    struct State: Equatable, Sendable {
      var count = 0
      var name = ""
    }

    var state = State()

    func reduce(state: State, action: Action) -> State {
      var next = state
      switch action {
      case .increase: next.count += 1
      case .rename(let name): next.name = name
      }
      return next
    }
  }

  @MainActor @Observable final class Bound: @MainActor Core {
    enum Action { case increase, stay }
    struct State: Equatable, Sendable { var count = 0 }

    var state = State()

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .increase: State(count: state.count + 1)
      case .stay: state
      }
    }
  }

  @MainActor final class Plain: @MainActor Core {
    enum Action { case increase }
    struct State: Equatable, Sendable { var count = 0 }

    var state = State()

    func reduce(state: State, action: Action) -> State { State(count: state.count + 1) }
  }

  @Test func `Observation tracking hears of the next change of what was read`() {
    let core = Free()
    let changes = Log<String>()
    let read = withObservationTracking {
      core.count
    } onChange: {
      changes.append("changes")
    }
    #expect(read == 0)
    core(.increase, .increase)
    #expect(changes.values == ["changes"])
    #expect(core.count == 2)
  }

  @MainActor @Test func `Observation tracking hears of a change before it is stored`() {
    let core = Bound()
    let counts = Log<Int>()
    withObservationTracking {
      _ = core.state
    } onChange: {
      MainActor.assumeIsolated { counts.append(core.count) }
    }
    core.action(.increase)
    #expect(counts.values == [0])
    #expect(core.count == 1)
  }

  @Test func `An equal state is no change`() {
    let core = Free()
    let changes = Log<String>()
    withObservationTracking {
      _ = core.state
    } onChange: {
      changes.append("changes")
    }
    core.action(.rename(""))
    #expect(changes.values == [])
  }

  @MainActor @Test func `Observations sees each state of a core on the main actor`() async {
    let core = Bound()
    var counts = Observations { core.count }.makeAsyncIterator()
    #expect(await counts.next(isolation: #isolation) == 0)
    core.action(.increase)
    #expect(await counts.next(isolation: #isolation) == 1)
    core(.stay, .increase)
    #expect(await counts.next(isolation: #isolation) == 2)
  }

  @Test func `A core on the main actor is Sendable, and used from there`() async {
    let core = Plain()
    let count = await Task.detached {
      await MainActor.run {
        core.action(.increase)
        return core.count
      }
    }.value
    #expect(count == 1)
  }
}
