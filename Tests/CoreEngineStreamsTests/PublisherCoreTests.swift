import CoreEngineStreams
import TestSupport
import Testing

@Suite struct PublisherCoreTests {
  @Test func `Sends the values of an effect through action, one a core may wrap`() {
    final class WrappingCore: PublisherCore {
      typealias Action = Int
      struct State: Equatable, Sendable { var sum = 0 }

      @Published var state = State()
      var subscription: Set<AnyCancellable> = []
      var wrapped: [Int] = []

      func reduce(state: State, action: Int) -> State { State(sum: state.sum + action) }

      func action(_ action: Int) {
        wrapped.append(action)
        state = reduce(state: state, action: action)
      }
    }
    let core = WrappingCore()
    core.dispatch(effect: [1, 2].publisher)
    #expect(core.wrapped == [1, 2])
    #expect(core.sum == 3)
  }

  @Test func `An equal state is not published again`() {
    let core = TallyCore()
    let recording = core.$state.map(\.count).record()
    core(.nothing, .add(1), .nothing, .set(1))
    #expect(recording.history == [0, 1])
    #expect(core.reduced.count == 4)
  }

  @Test func `handleError may be called by hand`() {
    let core = TallyCore()
    core.handleError(error: Failed(code: 1))
    #expect(core.errors.map { $0 as? Failed } == [Failed(code: 1)])
  }

  @available(*, deprecated)
  private final class OldCore: AnyCore {
    typealias Action = Int
    struct State: Equatable, Sendable { var sum = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State { State(sum: state.sum + action) }
  }

  @available(*, deprecated)
  @Test func `AnyCore is the same protocol under its former name`() {
    func dispatch(_ core: some PublisherCore<OldCore.State, Int>) {
      core.dispatch(effect: Just(1))
    }
    let core = OldCore()
    dispatch(core)
    #expect(core.sum == 1)
  }

  final class TickingCore: PublisherCore {
    enum Action { case tap, tick }
    struct State: Equatable, Sendable {
      var taps = 0
      var ticks = 0
    }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []
    let effects = PassthroughSubject<Action, Never>()

    init() { dispatch(effect: effects) }

    func reduce(state: State, action: Action) -> State {
      var next = state
      switch action {
      case .tap:
        effects.send(.tick)
        next.taps += 1
      case .tick: next.ticks += 1
      }
      return next
    }
  }

  final class InPlaceCore: PublisherCore, InPlaceReducer {
    enum Action { case tap, tick }
    struct State: Equatable, Sendable {
      var taps = 0
      var ticks = 0
    }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(into state: inout State, action: Action) {
      switch action {
      case .tap:
        state.taps += 1
        self.action(.tick)
      case .tick: state.ticks += 1
      }
    }
  }

  @Test func `R-INREDUCE: an action sent from inside reduce stops the program with a message`()
    async
  {
    let direct = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      TickingCore().action(.tap)
    }
    let inPlace = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      InPlaceCore().action(.tap)
    }
    #expect(direct?.errorText.contains("TickingCore changed while its reducer ran") == true)
    #expect(inPlace?.errorText.contains("`reduce(into:action:)`") == true)
    #expect(inPlace?.errorText.contains("after `action` has returned") == true)
  }

  @Test func `R-INREDUCE: an action that reduce causes by an observer is reduced after it`() {
    let core = TickingCore()
    let token = core.$state.sink { state in
      if state.taps > state.ticks { core.action(.tick) }
    }
    core(.tick, .tick)
    core.state.taps = 5
    #expect(core.state == .init(taps: 5, ticks: 5))
    token.cancel()
  }
}
