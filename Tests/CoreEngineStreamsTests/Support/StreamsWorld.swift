import TestSupport

/// What runs random steps on subjects, pipelines and a core, from inside each other too, and writes
/// down what happens.
///
/// Everything is done twice, by ``RealStreams`` and by ``ModelStreams``, each with a chooser that
/// decides alike.
class StreamsWorld {
  enum Note: Equatable, CustomStringConvertible {
    case step(Int)
    case done
    case received(Event<Int, Failed>, by: Int)
    case reduced(Int, from: Int)
    case failed(Int)
    case assigned(Int)
    case stored(Int?, effects: Int, cancels: Int)

    var description: String {
      switch self {
      case .step(let kind): "step \(kind) {"
      case .done: "}"
      case .received(let event, let number): "\(number): \(event)"
      case .reduced(let action, let state): "\(state) + \(action)"
      case .failed(let code): "failed with \(code)"
      case .assigned(let value): "assigned \(value)"
      case .stored(let state, let effects, let cancels):
        "state \(state.map(String.init) ?? "gone"), \(effects) effects, \(cancels) cancels;"
      }
    }
  }

  enum Policy: CaseIterable { case concurrent, cancelPrevious, ignoreIfRunning }

  let chooser: any Chooser
  private(set) var history: [Note] = []
  private var steps = 40
  /// Few: what subscribes to the state for each of its values gets a power of their number.
  private var actions = 12
  private var value = 0
  private var depth = 0

  /// What has been subscribed to.
  private(set) var programs: [Program] = []
  private(set) var hasCore = true

  init(_ chooser: any Chooser) { self.chooser = chooser }

  // What the steps mean.
  func subscribe(_ number: Int, to program: Program) {}
  func cancel(_ number: Int, bySilence: Bool) {}
  func send(_ event: Event<Int, Failed>, to input: Int) {}
  func assign(_ number: Int, _ program: Program, toState: Bool) {}
  func releaseTarget(_ number: Int) {}
  func misbehave(_ deed: Unruly.Deed, _ value: Int) {}
  func action(_ action: Int) {}
  func dispatch(_ number: Int, _ program: Program, id: Int?, _ policy: Policy) {}
  func cancelEffect(id: Int) {}
  func releaseCore() {}

  /// Lets time pass that nobody notices before ``settle()`` or ``advance(by:)``.
  func jump(by count: Int) {}
  /// Lets time pass, and all happen that is due meanwhile.
  func advance(by count: Int) {}
  /// Lets all happen that is due.
  func settle() {}

  /// What the core holds.
  var core: (state: Int, effects: Int)? { nil }

  /// How often a subscription of an unruly publisher has been cancelled.
  var cancels: Int { 0 }

  /// Which subscriptions, effects among them, have not ended; or still hold something.
  var live: [Bool] { [] }

  /// - Parameter check: Called after each step from outside.
  final func run(_ check: () -> Bool = { true }) {
    while step(), check() {}
  }

  final func received(_ event: Event<Int, Failed>, by number: Int) {
    note(.received(event, by: number))
    react()
  }

  final func handled(_ error: any Error) {
    note(.failed((error as? Failed)?.code ?? -1))
    react()
  }

  /// The state after an action.
  final func reduce(_ state: Int, _ action: Int) -> Int {
    note(.reduced(action, from: state))
    actions -= 1
    // An effect of the state would go on for ever.
    return actions < 0 ? state : Program.add(state, action)
  }

  /// Whether a value may be assigned to the state, which may be what it came from.
  final func mayAssign(_ value: Int) -> Bool {
    note(.assigned(value))
    actions -= 1
    return actions >= 0
  }

  final func note(_ note: Note) { history.append(note) }

  private func react() {
    if history.count < 4_000, chooser.oneIn(3) { _ = step() }
  }

  private func step() -> Bool {
    if steps == 0 || chooser.isExhausted { return false }
    let kind = chooser.choose(22)
    steps -= 1
    note(.step(kind))
    depth += 1
    perform(kind)
    if depth == 1 { settle() }
    depth -= 1
    note(.done)
    if depth == 0 {
      note(.stored(core?.state, effects: core?.effects ?? 0, cancels: cancels))
    }
    return true
  }

  private func perform(_ kind: Int) {
    switch kind {
    case 0...2:
      let program = Program.make(depth: 3, by: chooser)
      programs.append(program)
      subscribe(programs.count - 1, to: program)
    case 3, 4:
      if !programs.isEmpty { cancel(chooser.choose(programs.count), bySilence: kind == 3) }
    case 5...8:
      value += 1
      send(.value(value), to: chooser.choose(Program.inputs - 1))
    case 9: send(.finished, to: chooser.choose(Program.inputs - 1))
    case 10: send(.failure(Failed(code: value)), to: chooser.choose(Program.inputs - 1))
    case 11, 12: action(chooser.choose(4))
    case 13:
      let id = chooser.choose(3)
      let policy = chooser.choose(of: Policy.allCases)
      let program = Program.make(depth: 2, by: chooser)
      programs.append(program)
      dispatch(programs.count - 1, program, id: id == 0 ? nil : id, policy)
    case 14: cancelEffect(id: chooser.choose(2) + 1)
    case 15:
      let toState = chooser.oneIn(2)
      let program = Program.make(depth: 2, by: chooser)
      programs.append(program)
      assign(programs.count - 1, program, toState: toState)
    case 16: if !programs.isEmpty { releaseTarget(chooser.choose(programs.count)) }
    case 17, 18:
      value += 1
      misbehave(chooser.choose(of: Unruly.Deed.allCases), value)
    case 19, 20:
      let count = chooser.choose(4) + 1
      // From inside, others have their turn only when this has returned.
      if depth == 1 { advance(by: count) } else { jump(by: count) }
    default:
      // Only from outside: what runs inside it keeps it alive.
      guard depth == 1, chooser.oneIn(2) else { return }
      releaseCore()
      hasCore = false
    }
  }
}
