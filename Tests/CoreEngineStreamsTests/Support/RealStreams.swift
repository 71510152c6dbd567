import CoreEngineStreams
import TestSupport

/// A ``StreamsWorld`` of the library.
final class RealStreams: StreamsWorld {
  private final class Core: PublisherCore {
    struct State: Equatable, Sendable { var count = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []
    private unowned let world: StreamsWorld

    init(_ world: StreamsWorld) { self.world = world }

    func reduce(state: State, action: Int) -> State {
      State(count: world.reduce(state.count, action))
    }

    func handleError(error: any Error) { world.handled(error) }
  }

  /// What a subscription holds.
  private final class Held {}

  private struct Holder {
    weak var held: Held?
    var token: AnyCancellable?
  }

  private let lines = [Line(), Line()]
  private let silence = Line()
  private let values = [CurrentValueSubject<Int, Failed>(0), CurrentValueSubject<Int, Failed>(0)]
  private var owner: Core?
  private var inputs: [Program.Input] = []
  private var holders: [Holder] = []

  override init(_ chooser: any Chooser) {
    super.init(chooser)
    let core = Core(self)
    owner = core
    inputs = lines.map { $0.eraseToAnyPublisher() } + values.map { $0.eraseToAnyPublisher() }
    inputs.append(
      core.$state.map(\.count).setFailureType(to: Failed.self).eraseToAnyPublisher())
    inputs.append(silence.eraseToAnyPublisher())
  }

  override var core: (state: Int, effects: Int)? {
    owner.map { ($0.count, $0.subscription.count) }
  }

  override var live: Set<Int> { Set(holders.indices.filter { holders[$0].held != nil }) }

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
    return program.publisher(of: inputs).map { value in
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
}
