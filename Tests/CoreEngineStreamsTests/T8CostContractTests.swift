import TestSupport
import Testing

@testable import CoreEngineStreams

/// T8, as far as it can be counted: copies, comparisons, and the length of what is walked.
@Suite struct T8CostContractTests {
  /// An array that notes when it has to be copied, and when it is compared.
  struct Items: Equatable, Sendable {
    // Safe: changed only while it is uniquely referenced.
    private final class Storage: @unchecked Sendable {
      var values: [Int] = []
    }

    private var storage = Storage()
    let copies = Log<Int>()
    let comparisons = Log<Int>()

    var count: Int { storage.values.count }

    mutating func append(_ value: Int) {
      if !isKnownUniquelyReferenced(&storage) {
        let copy = Storage()
        copy.values = storage.values
        storage = copy
        copies.append(copy.values.count)
      }
      storage.values.append(value)
    }

    static func == (one: Items, other: Items) -> Bool {
      one.comparisons.append(one.count)
      return one.storage.values == other.storage.values
    }
  }

  struct State: Equatable, Sendable { var items = Items() }

  final class CopyingCore: PublisherCore {
    typealias Action = Int
    typealias State = T8CostContractTests.State

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State {
      var next = state
      next.items.append(action)
      return next
    }
  }

  final class InPlaceCore: PublisherCore, InPlaceReducer {
    typealias Action = Int
    typealias State = T8CostContractTests.State

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(into state: inout State, action: Int) { state.items.append(action) }
  }

  private func measure<Target: PublisherCore<State, Int>>(
    _ core: Target, _ publisher: Published<State>.Publisher, subscribers: Int,
    body: (Target) -> Void
  ) -> (copies: Int, comparisons: Int) {
    var delivered = 0
    let tokens = (0..<subscribers).map { _ in
      publisher.map(\.items.count).sink { _ in delivered += 1 }
    }
    for _ in 0..<100 { body(core) }
    #expect(core.state.items.count == 100)
    #expect(delivered == 101 * subscribers)
    withExtendedLifetime(tokens) {}
    return (core.state.items.copies.count, core.state.items.comparisons.count)
  }

  @Test(arguments: [0, 3])
  func `O-COW, O-EQCOST: reducing copies once an action, and compares twice, for any audience`(
    subscribers: Int
  ) {
    let core = CopyingCore()
    let cost = measure(core, core.$state, subscribers: subscribers) { $0.action(1) }
    #expect(cost.copies == 100)
    #expect(cost.comparisons <= 200)
  }

  @Test(arguments: [0, 3])
  func `O-COW, O-EQCOST: reducing in place and changing directly cost neither`(subscribers: Int) {
    let inPlace = InPlaceCore()
    #expect(
      measure(inPlace, inPlace.$state, subscribers: subscribers) { $0.action(1) } == (0, 0))
    let direct = CopyingCore()
    #expect(
      measure(direct, direct.$state, subscribers: subscribers) { $0.state.items.append(1) }
        == (0, 0))
  }

  @Test(arguments: [1, 10])
  func `O-EQCOST: a property without repeats is compared once a subscriber`(subscribers: Int) {
    let core = CopyingCore()
    let tokens = (0..<subscribers).map { _ in
      core.$state.map(\.items).removeDuplicates().sink { _ in }
    }
    for _ in 0..<100 { core.action(1) }
    #expect(core.items.comparisons.count <= 200 + 100 * subscribers)
    withExtendedLifetime(tokens) {}
  }

  /// The orders in which tokens are cancelled.
  enum Order: CaseIterable { case first, last, shuffled }

  @Test(arguments: Order.allCases)
  func `O-PERF10K: 20,000 subscribers leave a list that is never mostly gaps`(order: Order) {
    let core = CopyingCore()
    var tokens = (0..<20_000).map { _ in core.$state.sink { _ in } }
    switch order {
    case .first: tokens.reverse()
    case .last: break
    case .shuffled:
      var random = SplitMix(seed: 1)
      tokens.shuffle(using: &random)
    }
    let hub = core.$state.subject.hub
    #expect(hub?.places.count == 20_000)
    var longest = 0
    while !tokens.isEmpty {
      tokens.removeLast().cancel()
      longest = max(longest, (hub?.places.count ?? 0) - 2 * tokens.count)
    }
    #expect(longest <= 34)
    #expect(hub?.places.isEmpty == true)
  }
}
