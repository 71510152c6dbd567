import CoreEngine
import Testing

@Suite struct ObservablePropertyExampleTests {
  /// The older page's two examples together: effects and state are both RxSwift's.
  final class Counter: OlderPage.RxCore {
    enum Action { case increase, set(Int) }
    struct State: Equatable, Sendable { var count = 0 }

    @ObservableProperty var state = State()
    var disposeBag = DisposeBag()
    private(set) var handled: [any Error] = []

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .increase: State(count: state.count + 1)
      case .set(let count): State(count: count)
      }
    }

    func handleError(error: any Error) { handled.append(error) }
  }

  struct Recorder: ObserverType {
    let record: (Int) -> Void

    func on(_ event: Event<Counter.State>) {
      if case .next(let state) = event { record(state.count) }
    }
  }

  @Test func `Observers of the state get the current one and each that follows`() {
    let core = Counter()
    var counts: [Int] = []
    let token = core.$state.subscribe(Recorder { counts.append($0) })
    core.action(.increase)
    core.mutate(effect: .from([.set(5), .increase]))
    #expect(counts == [0, 1, 5, 6])
    token.dispose()
    core.action(.increase)
    #expect(counts == [0, 1, 5, 6])
  }

  @Test func `The property is itself observable`() {
    let property = ObservableProperty(wrappedValue: Counter.State(count: 1))
    var counts: [Int] = []
    let token = property.subscribe(Recorder { counts.append($0) })
    property.wrappedValue.count = 2
    #expect(counts == [1, 2])
    token.dispose()
  }

  @Test func `An observable that fails reaches handleError and changes nothing`() {
    let core = Counter()
    core.mutate(effect: .error(MyError()))
    #expect(core.handled as? [MyError] == [MyError()])
    #expect(core.count == 0)
  }
}
