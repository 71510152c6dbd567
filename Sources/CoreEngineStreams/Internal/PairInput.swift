/// One of the two upstreams of ``Publishers/CombineLatest`` and ``Publishers/Zip``.
@frozen
@usableFromInline
struct PairInput<Input, Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let connection = Connection()
  @usableFromInline let junction: Junction<Downstream>
  @usableFromInline let receiveValue: (Input) -> Bool
  @usableFromInline let finished: () -> Void

  @inlinable
  init(
    junction: Junction<Downstream>, receiveValue: @escaping (Input) -> Bool,
    finished: @escaping () -> Void
  ) {
    self.junction = junction
    self.receiveValue = receiveValue
    self.finished = finished
  }

  @inlinable
  static func attach<Upstream: Publisher<Input, Failure>>(
    to upstream: Upstream, _ junction: Junction<Downstream>,
    receiveValue: @escaping (Input) -> Bool, finished: @escaping () -> Void
  ) {
    guard junction.inputs.isOpen else { return }
    let input = PairInput(junction: junction, receiveValue: receiveValue, finished: finished)
    junction.inputs.add(input.connection)
    upstream.receive(subscriber: input)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    connection.connect(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Bool {
    connection.isOpen && junction.inputs.isOpen && receiveValue(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard connection.finish() else { return }
    switch completion {
    case .finished: finished()
    case .failure: junction.send(completion: completion)
    }
  }
}
