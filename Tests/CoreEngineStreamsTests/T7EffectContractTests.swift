import CoreEngineStreams
import TestSupport
import Testing

/// T7: what becomes of an effect's values, of its failure, and of its token.
@Suite struct T7EffectContractTests {
  typealias Action = TallyCore.Action

  @Test func `E-SYNCDONE: an effect that ends during dispatch leaves nothing behind`() {
    let core = TallyCore()
    let stays = PassthroughSubject<Action, Never>()
    core.dispatch(effect: stays)
    let probe = LifetimeProbe()
    for _ in 0..<10_000 {
      core.dispatch(effect: Just(Action.add(1)).map(holding(probe.object())))
      core.dispatch(effect: Empty<Action, Never>().map(holding(probe.object())))
      core.dispatch(effect: Fail<Action, Failed>(error: Failed()).map(holding(probe.object())))
    }
    #expect(core.subscription.count == 1)
    #expect(core.count == 10_000)
    #expect(core.errors.count == 10_000)
    #expect(probe.count == 0)
  }

  @Test func `E-GROW: subscription holds exactly the effects in flight`() {
    let core = TallyCore()
    var random = SplitMix(seed: 7)
    var subjects = (0..<10_000).map { _ in
      let subject = PassthroughSubject<Action, Failed>()
      core.dispatch(effect: subject)
      return subject
    }
    #expect(core.subscription.count == 10_000)
    subjects.shuffle(using: &random)
    for (done, subject) in subjects.enumerated() {
      subject.send(.add(1))
      subject.send(completion: done.isMultiple(of: 2) ? .finished : .failure(Failed()))
      if core.subscription.count != 9_999 - done { Issue.record("Wrong after \(done)") }
    }
    #expect(core.subscription.isEmpty)
    #expect(core.count == 10_000)
    #expect(core.errors.count == 5_000)
  }

  @Test func `E-FAILMID: the failure of one effect touches no other`() {
    let core = TallyCore()
    let failing = PassthroughSubject<Action, Failed>()
    let living = PassthroughSubject<Action, any Error>()
    core.dispatch(effect: failing)
    core.dispatch(effect: living)
    failing.send(.add(1))
    failing.send(.add(2))
    failing.send(completion: .failure(Failed(code: 3)))
    failing.send(.add(100))
    living.send(.add(4))
    core.dispatch(effect: Just(.add(5)))
    #expect(core.reduced == [.add(1), .add(2), .add(4), .add(5)])
    #expect(core.errors.map { $0 as? Failed } == [Failed(code: 3)])
    #expect(core.subscription.count == 1)
  }

  @Test func `An error of another effect, while one is handled, is handled next`() {
    let second = PassthroughSubject<Action, Failed>()
    var isHandling = false
    let core = TallyCore { core, error in
      #expect(!isHandling)
      isHandling = true
      defer { isHandling = false }
      guard (error as? Failed)?.code == 1 else { return }
      second.send(completion: .failure(Failed(code: 2)))
      core.dispatch(effect: Fail<Action, Failed>(error: Failed(code: 3)))
      core.action(.add(1))
    }
    core.dispatch(effect: second)
    core.dispatch(effect: Fail<Action, Failed>(error: Failed(code: 1)))
    #expect(core.errors.map { ($0 as? Failed)?.code } == [1, 2, 3])
    #expect(core.subscription.isEmpty)
    #expect(core.count == 1)
  }

  @Test func `Two cores may hand each other their errors`() {
    var other: TallyCore?
    let core = TallyCore { _, error in
      if let error = error as? Failed, error.code < 10 {
        other?.dispatch(effect: Fail<Action, Failed>(error: Failed(code: error.code + 1)))
      }
    }
    other = TallyCore { [weak core] _, error in
      if let error = error as? Failed {
        core?.dispatch(effect: Fail<Action, Failed>(error: Failed(code: error.code + 1)))
      }
    }
    core.dispatch(effect: Fail<Action, Failed>(error: Failed(code: 0)))
    #expect(core.errors.map { ($0 as? Failed)?.code } == [0, 2, 4, 6, 8, 10])
    #expect(other?.errors.map { ($0 as? Failed)?.code } == [1, 3, 5, 7, 9])
  }

  /// Starts an effect while it is being made.
  class InitCore: PublisherCore {
    typealias Action = TallyCore.Action
    typealias State = TallyCore.State

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []
    var reduced: [Action] = []
    var errors: [any Error] = []

    init(effect: some Publisher<Action, Failed>) { dispatch(effect: effect) }

    func reduce(state: State, action: Action) -> State {
      reduced.append(action)
      return State(count: reduced.count)
    }

    func handleError(error: any Error) { errors.append(error) }
  }

  final class InitSubcore: InitCore {
    let name: String

    init(name: String, effect: some Publisher<Action, Failed>) {
      self.name = name
      super.init(effect: effect)
    }
  }

  @Test func `E-INITDISPATCH: an effect may answer while the core is being made`() {
    let values: [Action] = [.add(1), .add(2), .add(3)]
    for make in [
      InitCore.init(effect:),
      { (effect: AnyPublisher<Action, Failed>) in InitSubcore(name: "sub", effect: effect) },
    ] as [(AnyPublisher<Action, Failed>) -> InitCore] {
      let failing = make(
        AnyPublisher { subscriber in
          for value in values { subscriber.receive(value) }
          subscriber.receive(completion: .failure(Failed(code: 4)))
          subscriber.receive(.nothing)
        })
      #expect(failing.reduced == values)
      #expect(failing.errors.map { $0 as? Failed } == [Failed(code: 4)])
      #expect(failing.subscription.isEmpty)
      let just = make(Just(.add(1)).setFailureType(to: Failed.self).eraseToAnyPublisher())
      #expect(just.reduced == [.add(1)])
      #expect(just.count == 1)
      #expect(just.subscription.isEmpty)
      let live = PassthroughSubject<Action, Failed>()
      let waiting = make(live.eraseToAnyPublisher())
      #expect(waiting.subscription.count == 1)
      live.send(.add(1))
      #expect(waiting.reduced == [.add(1)])
    }
  }

  @Test func `E-PUBLISHEDREPEAT: each dispatch of a property adds an effect until the core dies`() {
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
    weak var released: GapCore?
    do {
      let core = GapCore()
      released = core
      for _ in 0..<3 { core.dispatch(effect: core.$gap) }
      #expect(core.jumps == [10, 10, 10])
      core.gap = 5
      #expect(core.jumps == [10, 10, 10, 5, 5, 5])
      core.dispatch(effect: Just(core.gap))
      #expect(core.jumps.count == 7)
      #expect(core.subscription.count == 3)
    }
    #expect(released == nil)
  }

  /// The ways to hand over an effect that fails with `Failed(code: 7)`.
  static let failing: [(String, @Sendable (TallyCore) -> Void)] = [
    ("concrete", { $0.dispatch(effect: Fail<Action, Failed>(error: Failed(code: 7))) }),
    (
      "any Publisher<Action, any Error>",
      {
        let effect: any Publisher<Action, any Error> = Fail(error: Failed(code: 7))
        $0.dispatch(effect: effect)
      }
    ),
    (
      "any Publisher<Action, Failed>",
      {
        let effect: any Publisher<Action, Failed> = Fail(error: Failed(code: 7))
        $0.dispatch(effect: effect)
      }
    ),
    (
      "AnyPublisher<Action, any Error>",
      {
        let effect: AnyPublisher<Action, any Error> = Fail(error: Failed(code: 7))
          .eraseToAnyPublisher()
        $0.dispatch(effect: effect)
      }
    ),
    (
      "hand-made",
      {
        $0.dispatch(
          effect: AnyPublisher<Action, any Error> { subscriber in
            subscriber.receive(completion: .failure(Failed(code: 7)))
          })
      }
    ),
    (
      "subject",
      {
        let subject = PassthroughSubject<Action, any Error>()
        $0.dispatch(effect: subject.map { $0 }.filter { _ in true })
        subject.send(completion: .failure(Failed(code: 7)))
      }
    ),
    (
      "mapError",
      {
        let effect: any Publisher<Action, any Error> = Fail<Action, Failed>(error: Failed(code: 7))
          .mapError { $0 }
        $0.dispatch(effect: effect)
      }
    ),
  ]

  @Test(arguments: failing.indices)
  func `E-OVERLOAD: whatever the failure type, the error arrives as the one that it was`(
    index: Int
  ) {
    let (name, dispatch) = Self.failing[index]
    let core = TallyCore()
    dispatch(core)
    #expect(core.errors.count == 1, "\(name)")
    for error in core.errors {
      #expect(error is Failed, "\(name)")
      #expect(error as? Failed == Failed(code: 7), "\(name)")
      #expect(type(of: error) == Failed.self, "\(name)")
    }
    #expect(core.subscription.isEmpty)
  }

  @Test func `E-OVERLOAD: effects that cannot fail are taken as they are`() {
    let core = TallyCore()
    let existential: any Publisher<Action, Never> = Just(.add(1))
    core.dispatch(effect: existential)
    core.dispatch(effect: Just(.add(2)))
    core.dispatch(effect: [Action.add(3), .add(4)].publisher)
    let failable: any Publisher<Action, any Error> = Just(.add(5))
      .setFailureType(to: (any Error).self)
    core.dispatch(effect: failable)
    #expect(core.reduced == (1...5).map(Action.add))
    #expect(core.errors.isEmpty)
    #expect(core.subscription.isEmpty)
  }

  @Test func `An effect may dispatch, cancel and end others while it delivers`() {
    let core = TallyCore()
    let first = PassthroughSubject<Action, Never>()
    let second = PassthroughSubject<Action, Never>()
    core.dispatch(
      effect: first.map { action in
        if action == .add(1) {
          core.dispatch(effect: Just(.add(10)))
          second.send(.add(100))
          second.send(completion: .finished)
        }
        if action == .add(2) {
          for token in core.subscription { token.cancel() }
        }
        return action
      })
    core.dispatch(effect: second)
    first.send(.add(1))
    #expect(core.reduced == [.add(10), .add(100), .add(1)])
    #expect(core.subscription.count == 1)
    first.send(.add(2))
    first.send(.add(3))
    #expect(core.reduced == [.add(10), .add(100), .add(1)])
  }
}
