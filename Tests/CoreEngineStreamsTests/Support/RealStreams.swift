import CoreEngineStreams
import TestSupport

/// A ``StreamsWorld`` of the library.
final class RealStreams: StreamsWorld {
  private final class Core: PublisherCore {
    struct State: Equatable, Sendable { var count = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []
    unowned var world: StreamsWorld!

    var assigned: Int {
      get { state.count }
      set { if world.mayAssign(newValue) { state.count = newValue } }
    }

    func reduce(state: State, action: Int) -> State {
      State(count: world.reduce(state.count, action))
    }

    func handleError(error: any Error) { world.handled(error) }
  }

  /// What a subscription holds.
  private final class Held {}

  /// What values are assigned to.
  private final class Target {
    var value = 0 { didSet { world.received(.value(value), by: number) } }
    private unowned let world: StreamsWorld
    private let number: Int

    init(_ world: StreamsWorld, _ number: Int) {
      self.world = world
      self.number = number
    }
  }

  private struct Holder {
    weak var held: Held?
    var token: AnyCancellable?
    var target: Target?
  }

  private let lines = [Line(), Line()]
  private let silence = Line()
  private let values = [CurrentValueSubject<Int, Failed>(0), CurrentValueSubject<Int, Failed>(0)]
  private var owner: Core?
  private let sources: Sources
  private var holders: [Holder] = []

  override init(_ chooser: any Chooser) {
    let core = Core()
    owner = core
    var inputs = lines.map { $0.eraseToAnyPublisher() } + values.map { $0.eraseToAnyPublisher() }
    inputs.append(
      core.$state.map(\.count).setFailureType(to: Failed.self).eraseToAnyPublisher())
    inputs.append(silence.eraseToAnyPublisher())
    sources = Sources(inputs)
    super.init(chooser)
    core.world = self
  }

  override var core: (state: Int, effects: Int)? {
    owner.map { ($0.count, $0.subscription.count) }
  }

  override var cancels: Int { sources.culprits.cancels }

  override var live: [Bool] { holders.map { $0.held != nil } }

  override func subscribe(_ number: Int, to program: Program) {
    let token = begin(program).sink { [unowned self] in
      received(Event($0), by: number)
    } receiveValue: { [unowned self] in
      received(.value($0), by: number)
    }
    holders[number].token = token
  }

  /// The pipeline, with a stage that holds something.
  private func begin(_ program: Program) -> some Publisher<Int, Failed> {
    let held = Held()
    holders.append(Holder(held: held))
    return program.publisher(of: sources).map { value in
      withExtendedLifetime(held) { value }
    }
  }

  override func cancel(_ number: Int, bySilence: Bool) {
    // Out of the array before it calls out.
    let token = holders[number].token
    if bySilence { holders[number].token = nil } else { token?.cancel() }
  }

  override func send(_ event: Event<Int, Failed>, to input: Int) {
    if input < 2 { return lines[input].send(event) }
    switch event {
    case .subscription: break
    case .value(let value): values[input - 2].send(value)
    case .finished: values[input - 2].send(completion: .finished)
    case .failure(let error): values[input - 2].send(completion: .failure(error))
    }
  }

  override func assign(_ number: Int, _ program: Program, toState: Bool) {
    let values = begin(program).replaceError(with: 500)
    if toState {
      guard let owner else { return }
      let token = values.assign(to: \.assigned, on: owner)
      holders[number].token = token
    } else {
      let target = Target(self, number)
      let token = values.assign(to: \.value, on: target)
      holders[number].token = token
      holders[number].target = target
    }
  }

  override func releaseTarget(_ number: Int) {
    let target = holders[number].target.take()
    withExtendedLifetime(target) {}
  }

  override func misbehave(_ deed: Unruly.Deed, _ value: Int) {
    sources.culprits.perform(deed, value)
  }

  override func jump(by count: Int) { sources.clock.jump(by: count) }
  override func advance(by count: Int) { sources.clock.advance(by: count) }
  override func settle() { if sources.isTimed { sources.clock.settle() } }

  override func action(_ action: Int) { owner?.action(action) }

  override func dispatch(_ number: Int, _ program: Program, id: Int?, _ policy: Policy) {
    let effect = begin(program)
    guard let owner else { return }
    guard let id else { return owner.dispatch(effect: effect) }
    let policy: EffectPolicy =
      switch policy {
      case .concurrent: .concurrent
      case .cancelPrevious: .cancelPrevious
      case .ignoreIfRunning: .ignoreIfRunning
      }
    owner.dispatch(effect: effect, id: id, policy: policy)
  }

  override func cancelEffect(id: Int) { owner?.cancelEffect(id: id) }

  override func releaseCore() { owner = nil }

  /// Lets go of everything.
  ///
  /// - Returns: How many tasks wait although nobody is left who wants to know.
  func end() -> Int {
    for holder in holders { holder.token?.cancel() }
    owner = nil
    sources.culprits.end()
    settle()
    return sources.isTimed ? sources.clock.sleepers : 0
  }
}
