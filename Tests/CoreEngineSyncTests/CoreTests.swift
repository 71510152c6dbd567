import CoreEngineSync
import Testing

@Suite struct CoreTests {
  class Counter: Core {
    enum Action { case increase, decrease }
    struct State: Equatable, Sendable { var count = 0 }

    var state = State()

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .increase: State(count: state.count + 1)
      case .decrease: State(count: state.count - 1)
      }
    }
  }

  final class CountsInTens: Counter {
    override func reduce(state: State, action: Action) -> State {
      State(count: super.reduce(state: state, action: action).count * 10)
    }
  }

  /// A state that has names of the core's own members and of others that a core might have.
  final class Namesakes: Core {
    struct State: Equatable, Sendable {
      var action = 1
      var count = 2
      var first = 3
      var map = 4
      var reduce = 5
      var send = 6
      var state = 7
      var store = 8
      var dynamicallyCall = 9
    }

    var state = State()

    func reduce(state: State, action: Int) -> State {
      var next = state
      next.count = action
      return next
    }
  }

  @Test func `Reads the properties of its state as its own`() {
    let story = Story()
    story.action(.a)
    #expect(story.text == "a")
    #expect(story.count == 1)
  }

  @Test func `A conformer wraps action and keeps what it guarantees`() {
    final class Wrapped: Core {
      private(set) var log: [String] = []
      var state = 0 { didSet { log.append("stored \(state)") } }

      func reduce(state: Int, action: Int) -> Int { state + action }

      func action(_ action: Int) {
        log.append("before \(action)")
        apply(action)
      }
    }
    let core = Wrapped()
    core(1, 0)
    #expect(core.log == ["before 1", "stored 1", "before 0"])
  }

  @Test func `A conformer wraps the action of an InPlaceReducer`() {
    final class Wrapped: Core, InPlaceReducer {
      private(set) var log: [String] = []
      var state = [0] { didSet { log.append("stored \(state)") } }

      func reduce(into state: inout [Int], action: Int) { state.append(action) }

      func action(_ action: Int) {
        log.append("before \(action)")
        apply(action)
      }
    }
    let core = Wrapped()
    core(1)
    #expect(core.log == ["before 1", "stored [0, 1]"])
  }

  @Test func `C-DYNAMIC: the core's own members win over the state's`() {
    let core = Namesakes()
    let state: Namesakes.State = core.state
    let reduce: (Namesakes.State, Int) -> Namesakes.State = core.reduce
    let action: (Int) -> Void = core.action
    action(20)
    #expect(core.state.count == 20)
    #expect(reduce(state, 30).count == 30)
    #expect(state.count == 2)
  }

  @Test func `C-DYNAMIC: all other names, and the hidden ones through state, are the state's`() {
    let core = Namesakes()
    #expect([core.count, core.first, core.map, core.send, core.store] == [2, 3, 4, 6, 8])
    #expect([core.state.action, core.state.reduce, core.state.state] == [1, 5, 7])
    #expect(core.state.dynamicallyCall == 9)
  }

  @Test func `A class that is not final conforms, and a subclass changes how it reduces`() {
    let plain = Counter()
    plain(.increase, .increase, .decrease)
    #expect(plain.count == 1)

    let tens: Counter = CountsInTens()
    tens(.increase, .increase)
    #expect(tens.count == 110)
  }

  @Test func `Works as a generic argument and as an existential`() {
    func act<C: Core>(on core: C, _ action: C.Action) -> C.State {
      core.action(action)
      return core.state
    }
    let core: any Core<Counter.State, Counter.Action> = Counter()
    core.dynamicallyCall(withArguments: [.increase, .increase])
    #expect(act(on: core, .decrease) == Counter.State(count: 1))
    #expect(core.count == 1)
  }

  @Test func `Infers state and action from its members`() {
    final class Sum: Core {
      var state = 0

      func reduce(state: Int, action: Int) -> Int { state + action }
    }
    let sum = Sum()
    sum(1, 2, 3)
    #expect(sum.state == 6)
  }

  @Test func `A stored method is called like the method`() {
    let story = Story()
    let action = story.action
    action(.a)
    [Story.Action.b, .c].forEach(story.action)
    #expect(story.stored == ["a", "ab", "abc"])
  }
}
