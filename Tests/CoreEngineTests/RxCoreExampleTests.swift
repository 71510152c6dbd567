import CoreEngine
import TestSupport
import Testing

@Suite struct RxCoreExampleTests {
  final class Counter: RxCore {
    enum Action { case increase, set(Int) }
    struct State: Equatable, Sendable { var count = 0 }

    var state = State() { didSet { counts.append(state.count) } }
    var disposeBag = DisposeBag()
    private(set) var counts: [Int] = []
    private(set) var handled: [any Error] = []

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .increase: State(count: state.count + 1)
      case .set(let count): State(count: count)
      }
    }

    func handleError(error: any Error) { handled.append(error) }
  }

  @Test func `Elements of an observable are actions, in order`() {
    let core = Counter()
    core.mutate(effect: .from([.set(5), .increase, .increase]))
    #expect(core.counts == [5, 6, 7])
  }

  @Test func `An observable that fails reaches handleError`() {
    let core = Counter()
    core.mutate(effect: .error(MyError()))
    #expect(core.handled as? [MyError] == [MyError()])
    #expect(core.counts == [])
  }

  @Test func `An effect ends with the core and does not keep it alive`() {
    let subject = BehaviorSubject<Counter.Action>(value: .increase)
    var core: Counter? = Counter()
    weak let released = core
    core?.mutate(effect: subject.asObservable())
    subject.onNext(.increase)
    #expect(core?.counts == [1, 2])
    core = nil
    #expect(released == nil)
    subject.onNext(.increase)
  }

  @Test func `Without a handleError of its own a core ignores errors`() {
    final class Silent: RxCore {
      enum Action { case increase }
      struct State: Equatable, Sendable { var count = 0 }

      var state = State()
      var disposeBag = DisposeBag()

      func reduce(state: State, action: Action) -> State { State(count: state.count + 1) }
    }
    let core = Silent()
    core.mutate(effect: .error(MyError()))
    core.mutate(effect: .from([.increase]))
    #expect(core.count == 1)
  }
}
