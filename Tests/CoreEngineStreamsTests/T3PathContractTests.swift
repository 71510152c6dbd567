import CoreEngineStreams
import TestSupport
import Testing

/// T2 and T3 on each of the ways in which a state is published.
@MainActor @Suite struct T3PathContractTests {
  nonisolated enum Path: CaseIterable {
    case action, call, effect, effectWithID, subject, sequence, closure, set, modify

    /// Adds one to the count, and returns when that has been published.
    @MainActor func callAsFunction(_ core: some Counting) async {
      switch self {
      case .action: core.action(1)
      case .call: core(1)
      case .effect: core.dispatch(effect: Just(1))
      case .effectWithID: core.dispatch(effect: Just(1), id: "a", policy: .cancelPrevious)
      case .subject:
        let subject = PassthroughSubject<Int, Failed>()
        core.dispatch(effect: subject)
        subject.send(1)
        subject.send(completion: .finished)
      case .sequence: await wait(core) { core.dispatch(effect: AsyncStream { _ = $0.yield(1) }) }
      case .closure: await wait(core) { core.dispatch(effect: { 1 }) }
      case .set: core.state = Count(first: core.first + 1, second: core.second)
      case .modify: core.state.first += 1
      }
    }

    /// Waits until the core has been published once more.
    @MainActor private func wait(_ core: some Counting, _ dispatch: () -> Void) async {
      let log = Log<Int>()
      let expected = core.first + 1
      let token = core.published.sink { if $0.first == expected { log.append($0.first) } }
      dispatch()
      _ = await log.values(1)
      withExtendedLifetime(token) {}
    }
  }

  nonisolated struct Count: Equatable, Sendable {
    var first = 0
    var second = 0
  }

  @MainActor protocol Counting: PublisherCore where State == Count, Action == Int {
    var published: Published<Count>.Publisher { get }
  }

  @MainActor final class CopyingCore: @MainActor Counting {
    @Published var state = Count()
    var subscription: Set<AnyCancellable> = []
    var published: Published<Count>.Publisher { $state }

    nonisolated func reduce(state: Count, action: Int) -> Count {
      action > 0
        ? Count(first: state.first + action, second: state.second)
        : Count(first: state.first, second: state.second - action)
    }
  }

  @MainActor final class InPlaceCore: @MainActor Counting, @MainActor InPlaceReducer {
    @Published var state = Count()
    var subscription: Set<AnyCancellable> = []
    var published: Published<Count>.Publisher { $state }

    nonisolated func reduce(into state: inout Count, action: Int) {
      if action > 0 { state.first += action } else { state.second -= action }
    }
  }

  @Test(arguments: Path.allCases)
  func `R-NESTEDLOST, R-OBSORDER, R-WILLSET: a copying core`(path: Path) async {
    await check(path, CopyingCore())
  }

  @Test(arguments: Path.allCases)
  func `R-NESTEDLOST, R-OBSORDER, R-WILLSET: a core that reduces in place`(path: Path) async {
    await check(path, InPlaceCore())
  }

  /// The middle one of three sinks answers twice with an action; who subscribes meanwhile gets the
  /// newest state once, and what follows.
  private func check(_ path: Path, _ core: some Counting) async {
    var late: Recording<Count, Never>?
    let first = core.published.record { #expect($0 == core.state) }
    let middle = core.published.record { state in
      #expect(state == core.state)
      guard state.first == 1, state.second < 2 else { return }
      if state.second == 0 { late = core.published.record() }
      core.action(-1)
    }
    var ahead = 0
    let last = core.published.record { state in
      if state != core.state { ahead += 1 }
      #expect(core.state == Count(first: core.first, second: core.second))
    }
    let selected = core.published.map(\.first).removeDuplicates().record()
    await path(core)
    let whole = [(0, 0), (1, 0), (1, 1), (1, 2)].map {
      Event<Count, Never>.value(Count(first: $0.0, second: $0.1))
    }
    #expect(first.history == whole)
    #expect(middle.history == whole)
    #expect(last.history == whole)
    #expect(ahead == 2)
    #expect(late?.history == Array(whole.dropFirst()))
    #expect(selected.history == [0, 1])
    await path(core)
    #expect(core.state == Count(first: 2, second: 2))
    #expect(selected.history == [0, 1, 2])
    for recording in [first, middle, last] {
      #expect(recording.history.count == 5)
      #expect(recording.history.last == .value(core.state))
    }
  }
}
