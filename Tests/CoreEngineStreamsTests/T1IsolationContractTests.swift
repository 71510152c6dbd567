import CoreEngineStreams
import Foundation
import TestSupport
import Testing

/// T1: of a pipeline only its token may leave the isolation domain.
@Suite struct T1IsolationContractTests {
  @MainActor
  final class MainCore: @MainActor PublisherCore {
    enum Action { case add(Int) }
    struct State: Equatable, Sendable { var count = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .add(let number): State(count: state.count + number)
      }
    }
  }

  /// Whatever is Sendable may pass.
  private func requireSendable(_ value: some Sendable) {}

  @Test func `A token is Sendable, and cancels on whichever thread asks it to`() {
    let cancelling = Log<Bool>()
    let test = ObjectIdentifier(Thread.current)
    let token = AnyCancellable { cancelling.append(ObjectIdentifier(Thread.current) == test) }
    requireSendable(token)
    onThreads(4) { _ in token.cancel() }
    #expect(cancelling.values == [false])
  }

  @Test func `A token may be released on another thread`() {
    let cancelling = Log<Bool>()
    let tokens = Log<AnyCancellable>()
    tokens.append(AnyCancellable { cancelling.append(true) })
    onThreads(1) { _ in tokens.removeAll() }
    #expect(cancelling.values == [true])
  }

  @MainActor
  @Test func `The closures of a core on the main actor stay on it`() {
    let core = MainCore()
    var counts: [Int] = []
    let token = core.$state.sink { state in
      MainActor.assertIsolated()
      counts.append(state.count)
    }
    core.action(.add(1))
    core.dispatch(effect: Just(.add(2)))
    #expect(counts == [0, 1, 3])
    token.cancel()
  }

  @MainActor
  @Test func `E-OTHERTHREAD: a core on the main actor may be released on another thread`() async {
    let subject = PassthroughSubject<MainCore.Action, Never>()
    let probe = LifetimeProbe()
    let cancelled = Log<Bool>()
    weak var released: MainCore?
    let holder: Log<MainCore> = {
      let core = MainCore()
      released = core
      core.dispatch(effect: subject)
      core.dispatch(
        effect: AnyPublisher<MainCore.Action, Never> { _ in
          let object = probe.object()
          return AnyCancellable {
            withExtendedLifetime(object) {}
            cancelled.append(Thread.isMainThread)
          }
        })
      let holder = Log<MainCore>()
      holder.append(core)
      return holder
    }()
    await Task.detached { _ = holder.removeAll() }.value
    #expect(released == nil)
    #expect(probe.count == 0)
    #expect(cancelled.values == [false])
    subject.send(.add(1))
  }
}
