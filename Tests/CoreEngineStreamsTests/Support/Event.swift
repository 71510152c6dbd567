import CoreEngineStreams

/// One thing that a subscriber receives.
enum Event<Value, Failure: Error> {
  case subscription
  case value(Value)
  case finished
  case failure(Failure)

  init(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let error): self = .failure(error)
    }
  }
}

extension Event: Sendable where Value: Sendable {}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}

/// Lets a history be written `[1, 2, .finished]`.
extension Event: ExpressibleByIntegerLiteral where Value == Int {
  init(integerLiteral value: Int) { self = .value(value) }
}
