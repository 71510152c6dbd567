import CoreEngineStreams

/// What most tests send integers through by hand.
typealias Line = PassthroughSubject<Int, Failed>

extension PassthroughSubject {
  func send(_ event: Event<Output, Failure>) {
    switch event {
    case .subscription: break
    case .value(let value): send(value)
    case .finished: send(completion: .finished)
    case .failure(let error): send(completion: .failure(error))
    }
  }
}

/// A short way to a publisher of known types that delivers at once.
func values(_ values: Int...) -> AnyPublisher<Int, Failed> {
  values.publisher.setFailureType(to: Failed.self).eraseToAnyPublisher()
}
