/// One subscription to a publisher that was made from a closure.
///
/// The closure is not trusted: a ``Hub`` with a single subscriber stands between what it sends and
/// the pipeline, puts it in order, and lets nothing pass after the end.
struct HandMadeSource<Output, Failure: Error> {
  private let hub = Hub<Output, Failure>()
  /// Ends with the subscription, and then cancels what the closure returned.
  private let token = Connection()
  /// Likewise for a subscription that the closure handed out.
  private let subscription = Connection()

  init(feeding downstream: AnySubscriber<Output, Failure>) {
    hub.attach(
      Outlet(downstream: downstream, token: token, subscription: subscription), replaying: nil)
  }

  func run<Running: Sendable>(_ subscribe: (AnySubscriber<Output, Failure>) -> Running) {
    guard token.isOpen else { return }
    let inlet = Inlet(hub: hub, token: token, subscription: subscription)
    token.connect(Handle(running: subscribe(AnySubscriber(inlet))))
  }

  /// What the closure returned.
  private final class Handle: Subscription {
    private let running: any Sendable

    init(running: some Sendable) {
      self.running = running
    }

    func cancel() { (running as? any Cancellable)?.cancel() }
  }

  /// What the closure gets.
  private struct Inlet: Subscriber {
    let hub: Hub<Output, Failure>
    let token: Connection
    let subscription: Connection

    func receive(subscription: any Subscription) {
      self.subscription.connect(subscription)
    }

    func receive(_ input: Output) -> Bool {
      hub.send(input)
      return token.isOpen
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      hub.send(completion: completion)
    }
  }

  /// What passes the hub's order on.
  private struct Outlet: Subscriber {
    let downstream: AnySubscriber<Output, Failure>
    let token: Connection
    let subscription: Connection

    func receive(subscription place: any Subscription) {
      downstream.receive(
        subscription: OutletSubscription(place: place, token: token, subscription: subscription))
    }

    func receive(_ input: Output) -> Bool {
      if downstream.receive(input) { return true }
      token.cancel()
      subscription.cancel()
      return false
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      token.cancel()
      subscription.cancel()
      downstream.receive(completion: completion)
    }
  }

  private final class OutletSubscription: Subscription {
    private let place: any Subscription
    private let token: Connection
    private let subscription: Connection

    init(place: any Subscription, token: Connection, subscription: Connection) {
      self.place = place
      self.token = token
      self.subscription = subscription
    }

    func cancel() {
      place.cancel()
      token.cancel()
      subscription.cancel()
    }
  }
}
