/// The subscriber of the last upstream of an operator that has one after another.
@frozen
@usableFromInline
struct RelayStage<Downstream: Subscriber>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let relay: Relay
  @usableFromInline let connection: Connection

  @inlinable
  init(downstream: Downstream, relay: Relay, connection: Connection) {
    self.downstream = downstream
    self.relay = relay
    self.connection = connection
  }

  @inlinable
  func receive(subscription: any Subscription) {
    connection.connect(subscription)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Bool {
    connection.isOpen && downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard connection.finish(), relay.finish() else { return }
    downstream.receive(completion: completion)
  }
}
