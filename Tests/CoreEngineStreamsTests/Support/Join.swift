import CoreEngineStreams
import TestSupport
import Testing

/// An operator with more than one publisher behind it, made of two: what all of them owe.
struct Join: Sendable, CustomTestStringConvertible {
  typealias Input = AnyPublisher<Int, Failed>

  let testDescription: String

  /// Its name, whether or not it is part of a row.
  var name: Substring {
    testDescription.hasPrefix("a row of ") ? testDescription.dropFirst(9) : testDescription[...]
  }

  /// Makes the pipeline; its closures hold the object, if the operator takes any.
  let make: @Sendable (Input, Input, LifetimeProbe.Object?) -> Input

  /// Whether both inputs are subscribed to from the beginning.
  var isParallel = false

  /// Whether its source stays alive for as long as the subscription does.
  var holdsSources = false

  static let all = [
    Join(
      testDescription: "merge",
      make: { a, b, object in a.holding(object).merge(with: b).eraseToAnyPublisher() },
      isParallel: true),
    Join(
      testDescription: "MergeMany",
      make: { a, b, object in
        Publishers.MergeMany(a.holding(object), b.holding(nil)).eraseToAnyPublisher()
      },
      isParallel: true),
    Join(
      testDescription: "combineLatest",
      make: { a, b, object in
        a.combineLatest(b) { a, _ in withExtendedLifetime(object) { a } }.eraseToAnyPublisher()
      },
      isParallel: true),
    Join(
      testDescription: "zip",
      make: { a, b, object in
        a.zip(b) { a, _ in withExtendedLifetime(object) { a } }.eraseToAnyPublisher()
      },
      isParallel: true),
    Join(
      testDescription: "flatMap",
      make: { a, b, object in
        a.flatMap { _ in withExtendedLifetime(object) { b } }.eraseToAnyPublisher()
      }, holdsSources: true),
    Join(
      testDescription: "flatMap(maxPublishers: 1)",
      make: { a, b, object in
        a.flatMap(maxPublishers: 1) { _ in withExtendedLifetime(object) { b } }
          .eraseToAnyPublisher()
      }, holdsSources: true),
    Join(
      testDescription: "switchToLatest",
      make: { a, b, object in
        a.map { _ in withExtendedLifetime(object) { b } }.switchToLatest().eraseToAnyPublisher()
      }),
    Join(
      testDescription: "a row of merge",
      make: { a, b, object in
        a.holding(object).eraseToAnyPublisher().merge(with: b).eraseToAnyPublisher()
      },
      isParallel: true),
    Join(
      testDescription: "append",
      make: { a, b, object in a.holding(object).append(b).asItIs().eraseToAnyPublisher() }),
    Join(
      testDescription: "a row of append(Deferred)",
      make: { a, b, object in
        a.append(Deferred { withExtendedLifetime(object) { b } }).eraseToAnyPublisher()
      }),
    Join(
      testDescription: "a row of append",
      make: { a, b, object in a.holding(object).append(b).eraseToAnyPublisher() }),
    Join(
      testDescription: "prepend",
      make: { a, b, object in b.prepend(a.holding(object)).eraseToAnyPublisher() }),
    Join(
      testDescription: "catch",
      make: { a, b, object in
        a.catch { _ in withExtendedLifetime(object) { b } }.asItIs().eraseToAnyPublisher()
      }),
    Join(
      testDescription: "a row of catch",
      make: { a, b, object in
        a.catch { _ in withExtendedLifetime(object) { b } }.eraseToAnyPublisher()
      }),
    Join(
      testDescription: "retry",
      make: { a, _, object in a.holding(object).retry(1).eraseToAnyPublisher() }, holdsSources: true
    ),
    Join(
      testDescription: "share",
      make: { a, _, object in a.holding(object).share().eraseToAnyPublisher() }),
  ]
}

extension Publisher where Output == Int {
  /// The same values, by way of a closure that holds an object.
  fileprivate func holding(_ object: LifetimeProbe.Object?) -> Publishers.Map<Self, Int> {
    map { value in withExtendedLifetime(object) { value } }
  }
}
