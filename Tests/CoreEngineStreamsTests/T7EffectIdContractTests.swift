import CoreEngineStreams
import TestSupport
import Testing

/// T7: effects that go by an id.
@Suite struct T7EffectIdContractTests {
  typealias Action = TallyCore.Action
  typealias Effect = PassthroughSubject<Action, Failed>

  /// An effect that counts how often it was cancelled, and does something then.
  private static func effect(
    _ effect: Effect = Effect(), onCancel: @escaping @Sendable () -> Void
  ) -> AnyPublisher<Action, Failed> {
    AnyPublisher { subscriber in
      let token = effect.sink {
        subscriber.receive(completion: $0)
      } receiveValue: {
        subscriber.receive($0)
      }
      return AnyCancellable {
        token.cancel()
        onCancel()
      }
    }
  }

  @Test func `concurrent lets all run, and cancelEffect ends all of the id`() {
    let core = TallyCore()
    let effects = (0..<3).map { _ in Effect() }
    for (index, effect) in effects.enumerated() {
      core.dispatch(effect: effect, id: "a")
      #expect(core.subscription.count == index + 1)
    }
    let other = Effect()
    core.dispatch(effect: other, id: "b")
    for effect in effects { effect.send(.add(1)) }
    #expect(core.count == 3)
    effects[1].send(completion: .finished)
    #expect(core.subscription.count == 3)
    core.cancelEffect(id: "a")
    core.cancelEffect(id: "a")
    core.cancelEffect(id: "never used")
    #expect(core.subscription.count == 1)
    for effect in effects { effect.send(.add(10)) }
    for effect in effects { effect.send(completion: .failure(Failed())) }
    other.send(.add(100))
    #expect(core.count == 103)
    #expect(core.errors.isEmpty)
  }

  @Test func `cancelPrevious lets the newest win, and ends it when another comes`() {
    let core = TallyCore()
    let cancels = Log<Int>()
    let effects = (0..<4).map { _ in Effect() }
    for (index, effect) in effects.enumerated() {
      core.dispatch(
        effect: Self.effect(effect) { cancels.append(index) }, id: "a", policy: .cancelPrevious)
      #expect(core.subscription.count == 1)
      #expect(cancels.values == Array(0..<index))
    }
    for (index, effect) in effects.enumerated() { effect.send(.add(index)) }
    #expect(core.reduced == [.add(3)])
    core.dispatch(effect: Just(Action.add(5)), id: "a", policy: .cancelPrevious)
    #expect(core.subscription.isEmpty)
    #expect(core.reduced == [.add(3), .add(5)])
    #expect(core.errors.isEmpty)
  }

  @Test func `cancelPrevious ends what ran before the newest begins`() {
    let core = TallyCore()
    let old = Effect()
    core.dispatch(effect: old, id: 1)
    let newest = Deferred {
      old.send(.add(1))
      return Just(Action.add(10))
    }
    core.dispatch(effect: newest, id: 1, policy: .cancelPrevious)
    #expect(core.count == 10)
  }

  @Test func `cancelPrevious ends all that ran concurrently`() {
    let core = TallyCore()
    let effects = (0..<3).map { _ in Effect() }
    for effect in effects { core.dispatch(effect: effect, id: 1) }
    let newest = Effect()
    core.dispatch(effect: newest, id: 1, policy: .cancelPrevious)
    #expect(core.subscription.count == 1)
    for effect in effects + [newest] { effect.send(.add(1)) }
    #expect(core.count == 1)
  }

  @Test func `ignoreIfRunning does not even subscribe while one runs, and does afterwards`() {
    let core = TallyCore()
    let first = Effect()
    var subscribers = 0
    let second = Improvised<Action, Failed> { subscriber in
      subscribers += 1
      Just(.add(1)).setFailureType(to: Failed.self).receive(subscriber: subscriber)
    }
    core.dispatch(effect: first, id: "a", policy: .ignoreIfRunning)
    core.dispatch(effect: second, id: "a", policy: .ignoreIfRunning)
    core.dispatch(effect: second, id: "b", policy: .ignoreIfRunning)
    #expect(subscribers == 1)
    first.send(.add(10))
    first.send(completion: .failure(Failed()))
    core.dispatch(effect: second, id: "a", policy: .ignoreIfRunning)
    #expect(subscribers == 2)
    #expect(core.reduced == [.add(1), .add(10), .add(1)])
    #expect(core.subscription.isEmpty)
  }

  @Test func `An effect whose token was cancelled does not count as running`() {
    let core = TallyCore()
    core.dispatch(effect: Effect(), id: "a")
    core.dispatch(effect: Effect(), id: "a")
    for token in core.subscription { token.cancel() }
    core.dispatch(effect: Just(Action.add(1)), id: "a", policy: .ignoreIfRunning)
    #expect(core.reduced == [.add(1)])
    // Which of the two is cancelled first does not matter either.
    core.dispatch(effect: Effect(), id: "a", policy: .ignoreIfRunning)
    core.dispatch(effect: Just(Action.add(2)), id: "a", policy: .ignoreIfRunning)
    #expect(core.reduced == [.add(1)])
    core.cancelEffect(id: "a")
    #expect(core.subscription.isEmpty)
  }

  @Test func `Tokens that were dropped leave nothing that counts`() {
    let core = TallyCore()
    for round in 0..<1_000 {
      core.dispatch(effect: Effect(), id: round % 7, policy: .ignoreIfRunning)
      core.dispatch(effect: Effect(), id: round)
      #expect(core.subscription.count == 2)
      core.subscription.removeAll()
      core.cancelEffect(id: round)
    }
    core.dispatch(effect: Just(Action.add(1)), id: 1, policy: .ignoreIfRunning)
    #expect(core.reduced == [.add(1)])
  }

  @Test func `Tokens of a core of the past mean nothing to one at the same address`() {
    var tokens: Set<AnyCancellable> = []
    let effects = (0..<100).map { _ in Effect() }
    for effect in effects {
      // Most of these get the address of the one before.
      let core = TallyCore()
      core.dispatch(effect: effect, id: "a", policy: .ignoreIfRunning)
      #expect(core.subscription.count == 1)
      core.cancelEffect(id: "b")
      effect.send(.add(1))
      #expect(core.count == 1)
      tokens.formUnion(core.subscription)
    }
    #expect(tokens.count == 100)
  }

  @Test func `Ids of different types are the same where they are equal as AnyHashable`() {
    enum Name { case one }
    struct Key: Hashable { var number = 1 }
    let core = TallyCore()
    core.dispatch(effect: Effect(), id: 1)
    core.dispatch(effect: Effect(), id: "1")
    core.dispatch(effect: Effect(), id: Name.one)
    core.dispatch(effect: Effect(), id: Key())
    core.dispatch(effect: Effect(), id: [1])
    #expect(core.subscription.count == 5)
    core.dispatch(effect: Effect(), id: 1.0, policy: .ignoreIfRunning)
    #expect(core.subscription.count == 5)
    core.cancelEffect(id: UInt8(1))
    #expect(core.subscription.count == 4)
    core.cancelEffect(id: Key(number: 2))
    core.cancelEffect(id: Key())
    core.cancelEffect(id: OtherName.one)
    #expect(core.subscription.count == 3)
  }

  private enum OtherName: Hashable { case one }

  @Test func `Two cores with the same ids, and with one set between them, do not meet`() {
    let cores = (0..<2).map { _ in TallyCore() }
    let effects = (0..<2).map { _ in Effect() }
    for (core, effect) in zip(cores, effects) { core.dispatch(effect: effect, id: "a") }
    let merged = cores[0].subscription.union(cores[1].subscription)
    #expect(merged.count == 2)
    cores[0].subscription = merged
    cores[1].cancelEffect(id: "b")
    cores[0].cancelEffect(id: "a")
    #expect(cores[0].subscription.count == 1)
    for effect in effects { effect.send(.add(1)) }
    #expect(cores.map(\.count) == [0, 1])
    cores[0].dispatch(effect: Just(.add(5)), id: "a", policy: .ignoreIfRunning)
    #expect(cores[0].count == 5)
    cores[1].cancelEffect(id: "a")
    effects[1].send(.add(1))
    #expect(cores.map(\.count) == [5, 1])
  }

  @Test func `A token of one's own in the same set is left alone`() {
    let core = TallyCore()
    let line = Line()
    let plain = Effect()
    let recording = line.record()
    recording.token.store(in: &core.subscription)
    core.dispatch(effect: plain)
    for _ in 0..<3 { core.dispatch(effect: Effect(), id: "a") }
    #expect(core.subscription.count == 5)
    core.dispatch(effect: Effect(), id: "a", policy: .cancelPrevious)
    #expect(core.subscription.count == 3)
    core.cancelEffect(id: "a")
    #expect(core.subscription.count == 2)
    #expect(core.subscription.contains(recording.token))
    line.send(1)
    plain.send(.add(1))
    #expect(recording.history == [1])
    #expect(core.count == 1)
  }

  @Test func `Cancelled from inside its own value, an effect delivers nothing more`() {
    let effect = Effect()
    let core = TallyCore()
    let token = core.$state.sink { [unowned core] state in
      guard state.count == 1 else { return }
      effect.send(.add(10))
      core.cancelEffect(id: "a")
      #expect(core.subscription.isEmpty)
    }
    core.dispatch(effect: effect.append(Just(.add(100)).setFailureType(to: Failed.self)), id: "a")
    effect.send(.add(1))
    effect.send(.add(20))
    effect.send(completion: .finished)
    #expect(core.reduced == [.add(1)])
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [EffectPolicy.concurrent, .cancelPrevious, .ignoreIfRunning])
  func `Dispatched again from inside its own value, the policy decides`(policy: EffectPolicy) {
    let effect = Effect()
    let core = TallyCore()
    let token = core.$state.sink { [unowned core] state in
      guard state.count == 1 else { return }
      core.dispatch(effect: Just(Action.add(10)), id: "a", policy: policy)
    }
    core.dispatch(effect: effect, id: "a")
    effect.send(.add(1))
    effect.send(.add(100))
    switch policy {
    case .concurrent: #expect(core.reduced == [.add(1), .add(10), .add(100)])
    case .cancelPrevious: #expect(core.reduced == [.add(1), .add(10)])
    case .ignoreIfRunning: #expect(core.reduced == [.add(1), .add(100)])
    }
    #expect(core.subscription.count == (policy == .cancelPrevious ? 0 : 1))
    withExtendedLifetime(token) {}
  }

  /// Lets a cancel closure, which may run anywhere, do what belongs to the test's own domain.
  private struct Here: @unchecked Sendable {
    let body: () -> Void
  }

  @Test(arguments: [EffectPolicy.concurrent, .cancelPrevious, .ignoreIfRunning])
  func `Dispatched again as the previous one is cancelled, no two run that should not`(
    policy: EffectPolicy
  ) {
    let core = TallyCore()
    let (again, newest) = (Effect(), Effect())
    // Safe, as all of these: only this test cancels.
    let onCancel = Here { [unowned core] in
      core.dispatch(effect: again, id: "a", policy: policy)
    }
    core.dispatch(effect: Self.effect { onCancel.body() }, id: "a")
    core.dispatch(effect: newest, id: "a", policy: .cancelPrevious)
    newest.send(.add(1))
    again.send(.add(10))
    switch policy {
    case .concurrent: #expect(core.reduced == [.add(1), .add(10)])
    // What was dispatched last is the newest.
    case .cancelPrevious: #expect(core.reduced == [.add(10)])
    case .ignoreIfRunning: #expect(core.reduced == [.add(1)])
    }
    #expect(core.subscription.count == (policy == .concurrent ? 2 : 1))
  }

  @Test func `Dispatched again as cancelEffect cancels it, it runs`() {
    let core = TallyCore()
    let again = Effect()
    let onCancel = Here { [unowned core] in
      #expect(core.subscription.isEmpty)
      core.dispatch(effect: again, id: "a", policy: .ignoreIfRunning)
    }
    core.dispatch(effect: Self.effect { onCancel.body() }, id: "a")
    core.cancelEffect(id: "a")
    #expect(core.subscription.count == 1)
    again.send(.add(1))
    #expect(core.count == 1)
  }

  @Test func `All of an id have left before the first of them is told`() {
    let core = TallyCore()
    let counts = Log<Int>()
    let onCancel = Here { [unowned core] in counts.append(core.subscription.count) }
    for _ in 0..<3 { core.dispatch(effect: Self.effect { onCancel.body() }, id: "a") }
    core.cancelEffect(id: "a")
    #expect(counts.values == [0, 0, 0])
  }

  @Test(arguments: [EffectPolicy.concurrent, .cancelPrevious, .ignoreIfRunning])
  func `Dispatched again from handleError, it runs, since the failed one has left`(
    policy: EffectPolicy
  ) {
    let again = Effect()
    let core = TallyCore { core, _ in
      #expect(core.subscription.isEmpty)
      core.dispatch(effect: again, id: "a", policy: policy)
    }
    let failing = Effect()
    core.dispatch(effect: failing, id: "a")
    failing.send(completion: .failure(Failed()))
    again.send(.add(1))
    #expect(core.reduced == [.add(1)])
    #expect(core.subscription.count == 1)
  }

  @Test func `R-RETRYHANDLER: with an id, too, retrying 100,000 times fits a small stack`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        var count = 0
        let core = TallyCore { core, _ in
          guard count < 100_000 else { return }
          count += 1
          core.dispatch(
            effect: Fail<Action, Failed>(error: Failed()), id: "a",
            policy: count.isMultiple(of: 2) ? .cancelPrevious : .ignoreIfRunning)
        }
        core.dispatch(effect: Fail<Action, Failed>(error: Failed()), id: "a")
        precondition(count == 100_000 && core.subscription.isEmpty, "Stopped at \(count)")
      }
    }
  }

  @Test(arguments: [EffectPolicy.concurrent, .cancelPrevious, .ignoreIfRunning])
  func `E-SYNCDONE: with an id, too, what ends during dispatch leaves nothing`(
    policy: EffectPolicy
  ) {
    let core = TallyCore()
    let probe = LifetimeProbe()
    for _ in 0..<1_000 {
      core.dispatch(effect: Just(Action.add(1)).map(holding(probe.object())), id: 1, policy: policy)
      core.dispatch(
        effect: Empty<Action, Never>().map(holding(probe.object())), id: 1, policy: policy)
      core.dispatch(
        effect: Fail<Action, Failed>(error: Failed()).map(holding(probe.object())), id: 1,
        policy: policy)
      if !core.subscription.isEmpty { Issue.record("Something stayed") }
    }
    #expect(core.count == 1_000)
    #expect(core.errors.count == 1_000)
    #expect(probe.count == 0)
  }

  @Test func `E-GROW: with ids, too, subscription holds exactly the effects in flight`() {
    let core = TallyCore()
    var random = SplitMix(seed: 11)
    var effects = (0..<10_000).map { index in
      let effect = Effect()
      core.dispatch(effect: effect, id: index % 1_000)
      return effect
    }
    #expect(core.subscription.count == 10_000)
    effects.shuffle(using: &random)
    for (done, effect) in effects.enumerated() {
      effect.send(.add(1))
      effect.send(completion: done.isMultiple(of: 2) ? .finished : .failure(Failed()))
      if core.subscription.count != 9_999 - done { Issue.record("Wrong after \(done)") }
    }
    #expect(core.subscription.isEmpty)
    #expect(core.count == 10_000)
  }

  @Test func `E-GROW: ten thousand of one id`() {
    let core = TallyCore()
    let effects = (0..<10_000).map { _ in
      let effect = Effect()
      core.dispatch(effect: effect, id: "a")
      return effect
    }
    for effect in effects.prefix(5_000) { effect.send(completion: .finished) }
    #expect(core.subscription.count == 5_000)
    core.cancelEffect(id: "a")
    #expect(core.subscription.isEmpty)
    for effect in effects { effect.send(.add(1)) }
    #expect(core.count == 0)
    #expect(core.subscription.isEmpty)
  }

  @Test func `cancelEffect cancels in order of dispatch`() {
    let core = TallyCore()
    let cancels = Log<Int>()
    for index in 0..<50 { core.dispatch(effect: Self.effect { cancels.append(index) }, id: "a") }
    core.cancelEffect(id: "a")
    #expect(cancels.values == Array(0..<50))
  }

  @Test func `E-OUTLIVE: a core that is released cancels its effects, once each`() {
    let cancels = Log<Int>()
    var core: TallyCore? = TallyCore()
    weak let watched = core
    let effects = (0..<3).map { _ in Effect() }
    for (index, effect) in effects.enumerated() {
      core?.dispatch(effect: Self.effect(effect) { cancels.append(index) }, id: "a")
    }
    let other = core
    core = nil
    #expect(cancels.values.isEmpty)
    withExtendedLifetime(other) {}
    effects[0].send(.add(1))
    #expect(other?.count == 1)
    _ = consume other
    #expect(watched == nil)
    #expect(cancels.values.sorted() == [0, 1, 2])
    for effect in effects { effect.send(.add(1)) }
  }

  @Test func `E-PUBLISHEDREPEAT: with an id, a property that is dispatched again replaces itself`()
  {
    final class GapCore: PublisherCore {
      typealias Action = Int
      struct State: Equatable, Sendable { var sum = 0 }

      @Published var state = State()
      @Published var gap = 10
      var subscription: Set<AnyCancellable> = []
      var jumps: [Int] = []

      func reduce(state: State, action: Int) -> State {
        jumps.append(action)
        return State(sum: state.sum + action)
      }
    }
    let core = GapCore()
    for _ in 0..<3 { core.dispatch(effect: core.$gap, id: "gap", policy: .cancelPrevious) }
    #expect(core.jumps == [10, 10, 10])
    core.gap = 5
    #expect(core.jumps == [10, 10, 10, 5])
    for _ in 0..<3 { core.dispatch(effect: core.$gap, id: "gap", policy: .ignoreIfRunning) }
    core.gap = 6
    #expect(core.jumps == [10, 10, 10, 5, 6])
    #expect(core.subscription.count == 1)
    core.cancelEffect(id: "gap")
    core.gap = 7
    #expect(core.jumps.count == 5)
  }

  @Test func `Random dispatches: subscription.count is the number in flight, at every step`() {
    var random = SplitMix(seed: 3)
    let core = TallyCore()
    var running: [(id: Int, effect: Effect)] = []
    for step in 0..<5_000 {
      let id = Int.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let effect = Effect()
        core.dispatch(effect: effect, id: id)
        running.append((id, effect))
      case 2:
        let effect = Effect()
        core.dispatch(effect: effect, id: id, policy: .cancelPrevious)
        running.removeAll { $0.id == id }
        running.append((id, effect))
      case 3:
        let effect = Effect()
        core.dispatch(effect: effect, id: id, policy: .ignoreIfRunning)
        if !running.contains(where: { $0.id == id }) { running.append((id, effect)) }
      case 4:
        core.cancelEffect(id: id)
        running.removeAll { $0.id == id }
      default:
        guard let index = running.indices.randomElement(using: &random) else { continue }
        let effect = running.remove(at: index).effect
        effect.send(completion: Bool.random(using: &random) ? .finished : .failure(Failed()))
      }
      if core.subscription.count != running.count { Issue.record("Wrong at step \(step)") }
      let before = core.count
      for (_, effect) in running { effect.send(.add(1)) }
      if core.count != before + running.count { Issue.record("Values lost at step \(step)") }
    }
  }

  /// An id that does something when it is released.
  private final class Key: Hashable, Sendable {
    private let onDeinit: Here

    init(_ onDeinit: Here) { self.onDeinit = onDeinit }

    deinit { onDeinit.body() }

    static func == (one: Key, other: Key) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The ways in which the index lets go of an id.
  enum Release: Codable, CaseIterable { case cancelEffect, cancelPrevious, end, sweep }

  @Test(arguments: Release.allCases)
  func `R-EXCL: the deinit of an id may dispatch and cancel`(release: Release) async {
    await #expect(processExitsWith: .success) { [release = release as Release] in
      let core = TallyCore()
      var releases = 0
      let onDeinit = Here { [unowned core] in
        releases += 1
        core.cancelEffect(id: "b")
        core.dispatch(effect: Just(Action.add(1)), id: "b", policy: .ignoreIfRunning)
        core.dispatch(effect: Effect(), id: "b")
      }
      let (first, second) = (Effect(), Effect())
      core.dispatch(effect: Effect(), id: "lasts")
      let lasting = core.subscription
      core.dispatch(effect: first, id: Key(onDeinit))
      if release != .end {
        // Not released within an access to the property.
        let tokens = core.subscription
        core.subscription = lasting
        withExtendedLifetime(tokens) {}
      }
      switch release {
      case .end:
        // The index keeps the first of two equal ids.
        core.dispatch(effect: second, id: Key(Here {}))
        first.send(completion: .finished)
        second.send(completion: .finished)
      case .cancelEffect: core.cancelEffect(id: Key(Here {}))
      case .cancelPrevious:
        core.dispatch(effect: second, id: Key(Here {}), policy: .cancelPrevious)
      case .sweep: for id in 0..<1_000 { core.dispatch(effect: Effect(), id: id) }
      }
      precondition(releases == 1, "Released \(releases) times")
      precondition(core.count == 1)
      core.cancelEffect(id: "b")
      core.cancelEffect(id: Key(Here {}))
      precondition(core.subscription.count == (release == .sweep ? 1_001 : 1))
    }
  }

  /// An id that does something when it is compared.
  private struct Compared: Hashable {
    let onComparison: Here

    static func == (one: Compared, other: Compared) -> Bool {
      one.onComparison.body()
      return true
    }

    func hash(into hasher: inout Hasher) { onComparison.body() }
  }

  /// The ways in which ids are looked for.
  enum Search: Codable, CaseIterable {
    case concurrent, cancelPrevious, ignoreIfRunning, cancelEffect
  }

  @Test(arguments: Search.allCases)
  func `O-ALIENLOCK: comparing and hashing ids may dispatch and cancel`(search: Search) async {
    await #expect(processExitsWith: .success) { [search = search as Search] in
      let core = TallyCore()
      var isArmed = false
      var calls = 0
      let onComparison = Here { [unowned core] in
        guard isArmed else { return }
        isArmed = false
        calls += 1
        for id in 0..<100 { core.dispatch(effect: Effect(), id: id) }
        for id in 0..<100 { core.cancelEffect(id: id) }
        core.dispatch(effect: Effect(), id: Compared(onComparison: Here {}))
        isArmed = true
      }
      let id = Compared(onComparison: onComparison)
      let first = Effect()
      core.dispatch(effect: first, id: id)
      isArmed = true
      switch search {
      case .concurrent: core.dispatch(effect: Effect(), id: id)
      case .cancelPrevious: core.dispatch(effect: Effect(), id: id, policy: .cancelPrevious)
      case .ignoreIfRunning: core.dispatch(effect: Effect(), id: id, policy: .ignoreIfRunning)
      case .cancelEffect: core.cancelEffect(id: id)
      }
      precondition(calls > 1)
      first.send(completion: .finished)
      isArmed = false
      core.cancelEffect(id: id)
      precondition(core.subscription.isEmpty, "\(core.subscription.count) are left")
    }
  }

  @Test func `A core may dispatch and cancel as it is released, and its address mean nothing then`()
    async
  {
    final class Parting: PublisherCore {
      typealias Action = Int
      struct State: Equatable, Sendable { var sum = 0 }

      @Published var state = State()
      var subscription: Set<AnyCancellable> = []

      func reduce(state: State, action: Int) -> State { State(sum: state.sum + action) }

      deinit {
        dispatch(effect: Just(1), id: "a", policy: .cancelPrevious)
        dispatch(effect: PassthroughSubject<Int, Never>(), id: "a", policy: .ignoreIfRunning)
        cancelEffect(id: "a")
        dispatch(effect: PassthroughSubject<Int, Never>(), id: "b")
      }
    }
    await #expect(processExitsWith: .success) {
      let cancels = Log<Int>()
      for round in 0..<1_000 {
        let core = Parting()
        let source = AnyPublisher<Int, Never> { _ in AnyCancellable { cancels.append(round) } }
        precondition(core.subscription.isEmpty)
        core.dispatch(effect: Just(1), id: "b", policy: .ignoreIfRunning)
        precondition(core.state.sum == 1, "Another core's effect runs")
        core.dispatch(effect: source, id: "a")
      }
      precondition(cancels.values == Array(0..<1_000))
    }
  }

  @Test func `Cores that come and go on four threads do not meet, wherever their tokens go`() async
  {
    await #expect(processExitsWith: .success) {
      let tokens = Log<Set<AnyCancellable>>()
      onThreads(4) { _ in
        for round in 0..<2_000 {
          let core = TallyCore()
          let effect = Effect()
          core.dispatch(effect: effect, id: "a", policy: .ignoreIfRunning)
          core.dispatch(effect: Effect(), id: round % 3)
          precondition(core.subscription.count == 2)
          effect.send(.add(1))
          precondition(core.count == 1)
          // Some outlive their core, to be released on another thread, while that address is used.
          if round.isMultiple(of: 2) { tokens.append(core.subscription) }
          if round.isMultiple(of: 50) { tokens.removeAll() }
          core.cancelEffect(id: "a")
          precondition(core.subscription.count == 1)
        }
      }
      tokens.removeAll()
    }
  }
}
