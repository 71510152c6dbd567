import TestSupport

/// A pipeline over some inputs, as data: to be built of the module's operators, and to be
/// interpreted by ``Model``.
indirect enum Program {
  case input(Int)
  case values([Int], fails: Bool)
  case never
  case stage(Stage, Int, Program)
  case merge([Program])
  case combineLatest(Program, Program)
  case zip(Program, Program)
  case flatMap(Program, limit: Int, Program)
  case switchToLatest(Program, Program)
  case append(Program, Program)
  case prepend(Program, Program)
  case `catch`(Program, Program, throws: Bool)
  case retry(Program, Int)
  /// Merged with itself by way of a `share`.
  case shared(Program)
  /// By way of a publisher made by hand.
  case relayed(Program)
  case unruly(Unruly)
  case timed(Timed, Int, Program)
  /// 1, 2 and so on, from an async sequence.
  case paced(Int, fails: Bool, interval: Int)

  /// How many inputs there are: of a subject each of the two kinds twice, and the state of a core.
  static let inputs = 5

  /// One more, that nobody sends to.
  static let silence = 5

  /// Whether it is made part of a row: of `append` and the like, some are, and some are not.
  var isRow: Bool {
    switch self {
    case .merge(let upstreams):
      if case .merge? = upstreams.first { upstreams.count == 2 } else { false }
    case .append(.append, _), .prepend(.append, _), .catch(.catch, _, throws: false): true
    default: false
    }
  }

  /// All that meet in one place: a row of `merge(with:)` is one `merge` of all that it is made of, rows on
  /// both sides included.
  var merged: [Program] {
    guard case .merge(let upstreams) = self else { return [self] }
    return isRow ? upstreams.flatMap { $0.isRow ? $0.merged : [$0] } : upstreams
  }

  /// Whether something in it keeps what has ended.
  var hoards: Bool {
    switch self {
    case .unruly(let unruly): unruly.hoards
    case .input, .values, .never, .paced: false
    case .stage(_, _, let a), .retry(let a, _), .shared(let a), .relayed(let a),
      .timed(_, _, let a):
      a.hoards
    case .merge(let all): all.contains(where: \.hoards)
    case .combineLatest(let a, let b), .zip(let a, let b), .flatMap(let a, limit: _, let b),
      .switchToLatest(let a, let b), .append(let a, let b), .prepend(let a, let b),
      .catch(let a, let b, throws: _):
      a.hoards || b.hoards
    }
  }

  static func make(depth: Int, by chooser: some Chooser) -> Program {
    func inner() -> Program { .make(depth: depth - 1, by: chooser) }
    let kind = chooser.choose(depth == 0 ? 6 : 26)
    switch kind {
    case 0...2: return .input(chooser.choose(inputs))
    case 3:
      let count = chooser.choose(4)
      if count == 3 { return .never }
      return .values(Array((1...3).prefix(count)), fails: chooser.oneIn(3))
    case 4: return .unruly(.make(by: chooser))
    case 5:
      return .paced(chooser.choose(3), fails: chooser.oneIn(3), interval: chooser.choose(3))
    case 6...11: return .stage(chooser.choose(of: Stage.allCases), chooser.choose(4), inner())
    case 12: return .merge((0..<chooser.choose(4)).map { _ in inner() })
    case 13: return .combineLatest(inner(), inner())
    case 14: return .zip(inner(), inner())
    case 15: return .flatMap(inner(), limit: chooser.choose(of: [1, 2, .max]), inner())
    case 16: return .switchToLatest(inner(), inner())
    case 17: return .append(inner(), inner())
    case 18: return .prepend(inner(), inner())
    case 19: return .catch(inner(), inner(), throws: chooser.oneIn(4))
    case 20: return .retry(inner(), chooser.choose(3))
    case 21: return .shared(inner())
    case 22: return .relayed(inner())
    default: return .timed(chooser.choose(of: Timed.allCases), chooser.choose(4), inner())
    }
  }

  static func add(_ one: Int, _ other: Int) -> Int { (one + other) % 1_000 }

  static func pair(_ one: Int, _ other: Int) -> Int { (one * 31 + other) % 1_000 }
}
