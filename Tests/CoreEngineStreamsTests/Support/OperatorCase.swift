import CoreEngineStreams
import TestSupport
import Testing

/// An operator with one input, set up so that all of them can be put through the same tests.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  typealias Upstream = AnyPublisher<Int, Failed>

  let name: String
  /// What a subscriber gets when 1, 2, 3 and the end are sent.
  let finishing: [Event<Int, Failed>]
  /// What it gets when 1 and a failure are sent.
  let failing: [Event<Int, Failed>]
  private let body: @Sendable (Upstream, LifetimeProbe.Object) -> Upstream

  var testDescription: String { name }

  init(
    _ name: String, _ finishing: [Event<Int, Failed>], _ failing: [Event<Int, Failed>],
    _ body: @escaping @Sendable (Upstream, LifetimeProbe.Object) -> any Publisher<Int, Failed>
  ) {
    self.name = name
    self.finishing = finishing
    self.failing = failing
    self.body = { Self.erase(body($0, $1)) }
  }

  init(
    throwing name: String, _ finishing: [Event<Int, Failed>], _ failing: [Event<Int, Failed>],
    _ body: @escaping @Sendable (Upstream, LifetimeProbe.Object) -> any Publisher<Int, any Error>
  ) {
    self.init(name, finishing, failing) { Self.erase(body($0, $1)) }
  }

  private static func erase(_ publisher: some Publisher<Int, Failed>) -> Upstream {
    publisher.eraseToAnyPublisher()
  }

  private static func erase(
    _ publisher: some Publisher<Int, any Error>
  ) -> some Publisher<Int, Failed> {
    publisher.asFailed()
  }

  /// - Parameter object: Captured by the operator's closures, and by one before it.
  func make(
    from upstream: some Publisher<Int, Failed>, holding object: LifetimeProbe.Object
  ) -> Upstream {
    body(upstream.map(CoreEngineStreamsTests.holding(object)).eraseToAnyPublisher(), object)
  }

  func make(from upstream: some Publisher<Int, Failed>) -> Upstream {
    make(from: upstream, holding: LifetimeProbe().object())
  }
}

extension OperatorCase {
  /// What the throwing operators throw.
  static let thrown = Failed(code: 2)
  /// What the source of `failing` fails with.
  static let sent = Failed(code: 1)

  private static func throwing<Value>(
    at bad: Int, _ object: LifetimeProbe.Object, _ value: @escaping (Int) -> Value
  ) -> (Int) throws -> Value {
    { input in
      if input == bad { throw thrown }
      return value(holding(object)(input))
    }
  }

  static let all: [OperatorCase] = [
    // What throws, and ends upstream then.
    OperatorCase(throwing: "tryMap", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      upstream.tryMap(throwing(at: 2, object) { $0 })
    },
    OperatorCase(throwing: "tryFilter", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      upstream.tryFilter(throwing(at: 2, object) { _ in true })
    },
    OperatorCase(throwing: "tryCompactMap", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      upstream.tryCompactMap(throwing(at: 2, object) { $0 })
    },
    OperatorCase(throwing: "tryScan", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      let next = throwing(at: 2, object) { $0 }
      return upstream.tryScan(0) { try $0 + next($1) }
    },
    OperatorCase(throwing: "tryRemoveDuplicates", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      let isDuplicate = throwing(at: 2, object) { _ in false }
      return upstream.tryRemoveDuplicates { try isDuplicate($1) }
    },
    OperatorCase(throwing: "tryPrefix", [1, .failure(thrown)], [1, .failure(sent)]) {
      upstream, object in
      upstream.tryPrefix(while: throwing(at: 2, object) { _ in true })
    },
    OperatorCase(throwing: "tryDrop", [.failure(thrown)], [.failure(sent)]) { upstream, object in
      upstream.tryDrop(while: throwing(at: 2, object) { _ in true })
    },
    OperatorCase(throwing: "tryFirst", [.failure(thrown)], [.failure(sent)]) { upstream, object in
      upstream.tryFirst(where: throwing(at: 2, object) { _ in false })
    },

    // What ends upstream with a value, or without.
    OperatorCase(throwing: "tryFirst that finds", [1, .finished], [1, .finished]) {
      upstream, object in
      upstream.tryFirst(where: throwing(at: 9, object) { _ in true })
    },
    OperatorCase(throwing: "tryPrefix that ends", [1, .finished], [1, .failure(sent)]) {
      upstream, object in
      upstream.tryPrefix(while: throwing(at: 9, object) { $0 < 2 })
    },
    OperatorCase("first", [1, .finished], [1, .finished]) { upstream, _ in upstream.first() },
    OperatorCase("first(where:)", [2, .finished], [.failure(sent)]) { upstream, object in
      upstream.first { holding(object)($0) == 2 }
    },
    OperatorCase("prefix(0)", [.finished], [.finished]) { upstream, _ in upstream.prefix(0) },
    OperatorCase("prefix(2)", [1, 2, .finished], [1, .failure(sent)]) { upstream, _ in
      upstream.prefix(2)
    },
    OperatorCase("prefix(while:)", [1, 2, .finished], [1, .failure(sent)]) { upstream, object in
      upstream.prefix { holding(object)($0) < 3 }
    },

    // What delivers at the end.
    OperatorCase("replaceError", [1, 2, 3, .finished], [1, 9, .finished]) { upstream, _ in
      upstream.replaceError(with: 9).setFailureType(to: Failed.self)
    },
    OperatorCase("replaceEmpty", [9, .finished], [.failure(sent)]) { upstream, _ in
      upstream.filter { $0 > 3 }.replaceEmpty(with: 9)
    },
    OperatorCase("reduce", [6, .finished], [.failure(sent)]) { upstream, object in
      upstream.reduce(0) { $0 + holding(object)($1) }
    },
    OperatorCase("collect", [3, .finished], [.failure(sent)]) { upstream, _ in
      upstream.collect().map(\.count)
    },

    // What lasts as long as upstream.
    OperatorCase("scan", [1, 3, 6, .finished], [1, .failure(sent)]) { upstream, object in
      upstream.scan(0) { $0 + holding(object)($1) }
    },
    OperatorCase("dropFirst", [2, 3, .finished], [.failure(sent)]) { upstream, _ in
      upstream.dropFirst()
    },
    OperatorCase("drop(while:)", [2, 3, .finished], [.failure(sent)]) { upstream, object in
      upstream.drop { holding(object)($0) < 2 }
    },
    OperatorCase(throwing: "tryDrop that lasts", [2, 3, .finished], [.failure(sent)]) {
      upstream, object in
      upstream.tryDrop(while: throwing(at: 9, object) { $0 < 2 })
    },
    OperatorCase("replaceNil", [1, 0, 3, .finished], [1, .failure(sent)]) { upstream, object in
      upstream.map { holding(object)($0) == 2 ? nil : $0 }.replaceNil(with: 0)
    },
    OperatorCase("ignoreOutput", [.finished], [.failure(sent)]) { upstream, _ in
      upstream.ignoreOutput().map(absurd)
    },
    OperatorCase("map(keyPath)", [1, 2, 3, .finished], [1, .failure(sent)]) { upstream, _ in
      upstream.map(\.self)
    },
    OperatorCase("handleEvents", [1, 2, 3, .finished], [1, .failure(sent)]) { upstream, object in
      upstream.handleEvents(
        receiveSubscription: { _ = holding(object)($0) },
        receiveOutput: { _ = holding(object)($0) },
        receiveCompletion: { _ = holding(object)($0) },
        receiveCancel: { withExtendedLifetime(object) {} })
    },
    OperatorCase("print", [1, 2, 3, .finished], [1, .failure(sent)]) { upstream, object in
      upstream.print("numbers") { _ in withExtendedLifetime(object) {} }
    },
    OperatorCase("Deferred", [1, 2, 3, .finished], [1, .failure(sent)]) { upstream, object in
      Deferred { upstream.map(holding(object)) }
    },
  ]

  /// Generic, since the compiler refuses code that would run with a `Never`.
  private static func absurd<Value>(_ value: Value) -> Int { value as! Int }
}
