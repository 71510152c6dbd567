import TestSupport

/// What ought to happen in a ``StreamsWorld``.
final class ModelStreams: StreamsWorld {
  private struct Effect {
    let number: Int
    let id: Int?
  }

  private let model = Model(
    inputs: [nil, nil, 0, 0, 0].map { (current: Int?) in ModelSubject(current) })
  private var lives: [Life] = []
  private var hasToken: [Bool] = []

  /// What is assigned to, by the number of the subscription.
  private var targets: Set<Int> = []
  private var effects: [Effect] = []
  private var errors: [Failed] = []
  private var isHandling = false
  private var state: ModelSubject { model.inputs[4] }

  override var core: (state: Int, effects: Int)? {
    hasCore ? (state.current ?? 0, effects.count) : nil
  }

  override var live: [Bool] { lives.map { !$0.isOver } }

  override var cancels: Int { model.culprits.cancels }

  override func subscribe(_ number: Int, to program: Program) {
    begin()
    model.run(program, lives[number]) { [unowned self] in received($0, by: number) }
    hasToken[number] = true
  }

  override func assign(_ number: Int, _ program: Program, toState: Bool) {
    begin()
    if toState, !hasCore { return lives[number].end() }
    // Until this returns, the caller keeps it.
    if !toState { targets.insert(number) }
    model.run(.stage(.replaceError, 500, program), lives[number]) { [unowned self] event in
      guard case .value(let value) = event else { return }
      guard toState ? hasCore : targets.contains(number) else { return lives[number].end() }
      if !toState { received(event, by: number) } else if mayAssign(value) { state.send(event) }
    }
    hasToken[number] = true
  }

  override func releaseTarget(_ number: Int) {
    if hasToken[number] { targets.remove(number) }
  }

  private func begin() {
    lives.append(Life())
    hasToken.append(false)
  }

  override func cancel(_ number: Int, bySilence: Bool) {
    if hasToken[number] { lives[number].end() }
  }

  override func send(_ event: Event<Int, Failed>, to input: Int) { model.inputs[input].send(event) }

  override func misbehave(_ deed: Unruly.Deed, _ value: Int) {
    model.culprits.perform(deed, value)
  }

  override func jump(by count: Int) { model.time.jump(by: count) }
  override func advance(by count: Int) { model.time.advance(by: count) }
  override func settle() { model.time.settle() }

  override func action(_ action: Int) {
    guard hasCore else { return }
    let before = state.current ?? 0
    let after = reduce(before, action)
    if before != after { state.send(.value(after)) }
  }

  override func dispatch(_ number: Int, _ program: Program, id: Int?, _ policy: Policy) {
    begin()
    let others = effects.filter { id != nil && $0.id == id }
    if !hasCore || policy == .ignoreIfRunning && !others.isEmpty { return lives[number].end() }
    effects.append(Effect(number: number, id: id))
    if policy == .cancelPrevious { cancel(others) }
    if lives[number].isOver { return }
    model.run(program, lives[number]) { [unowned self] event in
      if case .value(let value) = event { return action(value) }
      effects.removeAll { $0.number == number }
      if case .failure(let error) = event, hasCore { handle(error) }
    }
  }

  private func cancel(_ cancelled: [Effect]) {
    for effect in cancelled {
      effects.removeAll { $0.number == effect.number }
      lives[effect.number].end()
    }
  }

  private func handle(_ error: Failed) {
    errors.append(error)
    if isHandling { return }
    isHandling = true
    while !errors.isEmpty { handled(errors.removeFirst()) }
    isHandling = false
  }

  override func cancelEffect(id: Int) { cancel(effects.filter { $0.id == id }) }

  override func releaseCore() { cancel(effects) }

  /// Lets go of everything.
  func end() {
    for life in lives { life.end() }
    for input in model.inputs { input.release() }
    model.culprits.end()
    model.time.end()
  }
}
