import CoreEngineStreams
import TestSupport
import Testing

@Suite struct PublishedTests {
  final class Owner {
    @Published var items: [Int] = []
    @Published(initialValue: 7) var other: Int
    @Published var optional: Int?
  }

  @Test func `Publishes each change, one property apart from another`() {
    let owner = Owner()
    let items = owner.$items.record()
    let other = owner.$other.record()
    owner.items = [1]
    owner.items.append(2)
    owner.other += 1
    owner.items = owner.items
    owner.optional = 1
    #expect(items.history == [.value([]), .value([1]), .value([1, 2]), .value([1, 2])])
    #expect(other.history == [7, 8])
    #expect(owner.optional == 1)
  }

  @Test func `Sets a value through the wrapper, and through a key path`() {
    let owner = Owner()
    let recording = owner.$other.record()
    let keyPath: ReferenceWritableKeyPath<Owner, Int> = \.other
    owner[keyPath: keyPath] = 1
    owner[keyPath: keyPath] += 1
    #expect(recording.history == [7, 1, 2])
  }

  @Test func `A publisher outlives the owner as long as it is held`() {
    var owner: Owner? = Owner()
    var publisher = owner?.$other
    let recording = publisher?.record()
    owner = nil
    let late = publisher?.record()
    #expect(recording?.history == [7])
    #expect(late?.history == [7])
    publisher = nil
    #expect(late?.history == [7])
  }

  @Test func `Ends subscriptions when the owner goes, without a completion`() {
    let probe = LifetimeProbe()
    var owner: Owner? = Owner()
    let recording = owner?.$other.map(holding(probe.object())).record()
    owner?.other = 1
    #expect(probe.count == 1)
    owner = nil
    #expect(recording?.history == [7, 1])
    #expect(probe.count == 0)
  }

  final class RateCore: PublisherCore {
    enum Action { case nothing, again }
    struct State: Equatable, Sendable { var rate = Double.nan }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Action) -> State { state }
  }

  @Test func `D-NAN: actions that change nothing publish a NaN state once each at most`() {
    let core = RateCore()
    var states = 0
    var rates = 0
    let tokens = [
      core.$state.sink { _ in states += 1 },
      core.$state.map(\.rate).removeDuplicates().sink { _ in rates += 1 },
    ]
    for _ in 0..<1_000 { core.action(.nothing) }
    #expect(states <= 1_001)
    #expect(rates <= 1_001)
    withExtendedLifetime(tokens) {}
  }

  @Test func `D-NAN: a sink that sends a NaN state again can stop itself`() {
    let core = RateCore()
    var seen = 0
    let token = core.$state.sink { _ in
      seen += 1
      if seen <= 10 { core.action(.again) }
    }
    #expect(seen == 11)
    core.action(.nothing)
    #expect(seen == 12)
    token.cancel()
  }
}
