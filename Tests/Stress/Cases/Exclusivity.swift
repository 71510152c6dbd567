import CoreEngineStreams

extension Case {
  private final class ListCore: PublisherCore {
    typealias Action = Int
    struct State: Equatable, Sendable { var items: [Int] = [] }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State { State(items: state.items + [action]) }
  }

  static let exclusivity = Case(
    "R-EXCL", "state and subscription are used while they are being changed"
  ) { (_: inout _) in
    for _ in 0..<100 {
      changeTheState()
      changeTheSubscription()
    }
    return 200
  }

  private static func changeTheState() {
    let core = ListCore()
    var seen: [[Int]] = []
    let reader = core.$state.sink { _ in seen.append(core.state.items) }
    let writer = core.$state.sink { if $0.items.count == 1 { core.action(2) } }
    core.state.items.append(1)
    expect(seen == [[], [1], [1, 2]], "\(seen)")
    withExtendedLifetime((reader, writer)) {}
  }

  private static func changeTheSubscription() {
    let core = ListCore()
    [1, 2].publisher
      .sink { core.dispatch(effect: Just($0)) }
      .store(in: &core.subscription)
    core.dispatch(
      effect: [3, 4].publisher.map { number in
        core.dispatch(effect: Empty<Int, Never>(completeImmediately: false))
        return number
      })
    expect(core.items == [1, 2, 3, 4], "\(core.items)")
    expect(core.subscription.count == 3, "\(core.subscription.count) tokens")
  }
}
