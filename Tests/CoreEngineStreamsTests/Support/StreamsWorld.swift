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
    case stored(Int?, effects: Int)

    var description: String {
      switch self {
      case .step(let kind): "step \(kind) {"
      case .done: "}"
      case .received(let event, let number): "\(number): \(event)"
      case .reduced(let action, let state): "\(state) + \(action)"
      case .failed(let code): "failed with \(code)"
      case .stored(let state, let effects):
        "state \(state.map(String.init) ?? "gone"), \(effects) effects;"
      }
    }
  }

  enum Policy: CaseIterable { case concurrent, cancelPrevious, ignoreIfRunning }

  let chooser: any Chooser
  private(set) var history: [Note] = []
  private var steps = 40
  private var actions = 40
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
  func action(_ action: Int) {}
  func dispatch(_ number: Int, _ program: Program, id: Int?, _ policy: Policy) {}
  func cancelEffect(id: Int) {}
  func releaseCore() {}

  /// What the core holds.
  var core: (state: Int, effects: Int)? { nil }

  /// Which subscriptions, effects among them, have not ended; or still hold something.
  var live: Set<Int> { [] }

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

  final func note(_ note: Note) { history.append(note) }

  private func react() {
    if history.count < 4_000, chooser.oneIn(3) { _ = step() }
  }

  private func step() -> Bool {
    if steps == 0 || chooser.isExhausted { return false }
    let kind = chooser.choose(16)
    steps -= 1
    note(.step(kind))
    depth += 1
    perform(kind)
    depth -= 1
    note(.done)
    if depth == 0 { note(.stored(core?.state, effects: core?.effects ?? 0)) }
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
    default:
      // Only from outside: what runs inside it keeps it alive.
      guard depth == 1, chooser.oneIn(2) else { return }
      releaseCore()
      hasCore = false
    }
  }
}
