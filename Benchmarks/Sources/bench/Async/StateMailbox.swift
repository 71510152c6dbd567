/// What a ``Broadcaster`` puts states into, one a subscriber.
protocol StateMailbox<State>: Sendable {
  associatedtype State: Sendable
  init()
  func put(_ state: State)
}
