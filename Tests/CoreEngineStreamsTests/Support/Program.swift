import CoreEngineStreams
import TestSupport

/// A pipeline over two inputs, as data: to be built of the module's operators, and to be
/// interpreted by ``Model``.
indirect enum Program {
  case input(Int)
  case values([Int])
  case failing([Int])
  case never
  case map(Program, Int)
  case filter(Program)
  case prefix(Program, Int)
  case merge([Program])
  case combineLatest(Program, Program)
  case zip(Program, Program)
  case flatMap(Program, limit: Int, Program)
  case switchToLatest(Program, Program)
  case append(Program, Program)
  case `catch`(Program, Program)
  case retry(Program, Int)
  /// Merged with itself by way of a `share`.
  case shared(Program)

  static func random(depth: Int, using random: inout SplitMix) -> Program {
    func inner() -> Program { .random(depth: depth - 1, using: &random) }
    let kind = Int.random(in: depth == 0 ? 0..<6 : 3..<19, using: &random)
    switch kind {
    case 0...4: return .input(Int.random(in: 0...1, using: &random))
    case 5:
      let numbers = Array(1...Int.random(in: 1...2, using: &random))
      return [.values(numbers), .values([]), .failing(numbers), .never]
        .randomElement(using: &random)!
    case 6: return .map(inner(), Int.random(in: 1...9, using: &random))
    case 7: return .filter(inner())
    case 8: return .merge([inner(), inner()])
    case 9: return .merge((0..<Int.random(in: 0...3, using: &random)).map { _ in inner() })
    case 10: return .combineLatest(inner(), inner())
    case 11: return .zip(inner(), inner())
    case 12: return .flatMap(inner(), limit: Int.random(in: 1...2, using: &random), inner())
    case 13: return .flatMap(inner(), limit: .max, inner())
    case 14: return .switchToLatest(inner(), inner())
    case 15: return .append(inner(), inner())
    case 16: return .prefix(inner(), Int.random(in: 1...2, using: &random))
    case 17: return .catch(inner(), inner())
    default:
      return Bool.random(using: &random)
        ? .shared(inner()) : .retry(inner(), Int.random(in: 0...2, using: &random))
    }
  }

  /// What the operators make of it.
  func publisher(of inputs: [Line]) -> AnyPublisher<Int, Failed> {
    func make(_ program: Program) -> AnyPublisher<Int, Failed> { program.publisher(of: inputs) }
    switch self {
    case .input(let index): return inputs[index].eraseToAnyPublisher()
    case .values(let values):
      return values.publisher.setFailureType(to: Failed.self).eraseToAnyPublisher()
    case .failing(let values):
      return values.publisher.setFailureType(to: Failed.self)
        .append(Fail(error: Failed())).eraseToAnyPublisher()
    case .never: return Empty(completeImmediately: false).eraseToAnyPublisher()
    case .map(let upstream, let offset):
      return make(upstream).map { Self.add($0, offset) }.eraseToAnyPublisher()
    case .filter(let upstream):
      return make(upstream).filter { !$0.isMultiple(of: 3) }.eraseToAnyPublisher()
    case .prefix(let upstream, let count):
      return make(upstream).prefix(count).eraseToAnyPublisher()
    case .merge(let upstreams):
      if upstreams.count == 2 {
        let merged = make(upstreams[0]).merge(with: make(upstreams[1]))
        // Of these and the like, some are made rows, and some are not.
        if case .merge = upstreams[0] { return merged.eraseToAnyPublisher() }
        return merged.asItIs().eraseToAnyPublisher()
      }
      return Publishers.MergeMany(upstreams.map(make)).eraseToAnyPublisher()
    case .combineLatest(let a, let b):
      return make(a).combineLatest(make(b), Self.pair).eraseToAnyPublisher()
    case .zip(let a, let b): return make(a).zip(make(b), Self.pair).eraseToAnyPublisher()
    case .flatMap(let upstream, let limit, let inner):
      return make(upstream).flatMap(maxPublishers: limit) { make(.map(inner, $0)) }
        .eraseToAnyPublisher()
    case .switchToLatest(let upstream, let inner):
      return make(upstream).map { make(.map(inner, $0)) }.switchToLatest().eraseToAnyPublisher()
    case .append(let a, let b):
      let appended = make(a).append(make(b))
      if case .append = a { return appended.eraseToAnyPublisher() }
      return appended.asItIs().eraseToAnyPublisher()
    case .catch(let a, let b):
      let caught = make(a).catch { make(.map(b, $0.code)) }
      if case .catch = a { return caught.eraseToAnyPublisher() }
      return caught.asItIs().eraseToAnyPublisher()
    case .retry(let upstream, let count): return make(upstream).retry(count).eraseToAnyPublisher()
    case .shared(let upstream):
      // One for each subscription, as the model has it: a retry begins anew.
      return Improvised { subscriber in
        let shared = make(upstream).share()
        shared.merge(with: shared.map { Self.add($0, 1) }).receive(subscriber: subscriber)
      }
      .eraseToAnyPublisher()
    }
  }

  static func add(_ one: Int, _ other: Int) -> Int { (one + other) % 1_000 }

  static func pair(_ one: Int, _ other: Int) -> Int { (one * 31 + other) % 1_000 }
}
