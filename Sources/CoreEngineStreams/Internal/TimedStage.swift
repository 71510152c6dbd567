/// What the operators of time have in common: one upstream, and an alarm beside it.
class TimedStage<Downstream: Subscriber, C: Clock>: Subscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  final let junction: Junction<Downstream>
  final let connection = Connection()
  final let alarm: Alarm<C>
  private let interval: C.Duration

  init(_ downstream: Downstream, _ timing: Timing<C>) {
    requireIsolation(timing.isolation)
    junction = Junction(downstream)
    interval = timing.interval
    alarm = Alarm(clock: timing.clock, isolation: timing.isolation, inputs: junction.inputs)
    downstream.receive(subscription: junction.inputs)
  }

  final func attach(to upstream: some Publisher<Input, Failure>) {
    guard junction.inputs.isOpen else { return }
    junction.inputs.add(connection)
    begin()
    upstream.receive(subscriber: self)
  }

  /// When the interval that begins now is over.
  final func deadline() -> C.Instant { deadline(after: alarm.now()) }

  final func deadline(after start: C.Instant) -> C.Instant { start.advanced(by: interval) }

  final func receive(subscription: any Subscription) {
    connection.connect(subscription)
  }

  final func receive(_ input: Input) -> Bool {
    guard connection.isOpen, junction.inputs.isOpen else { return false }
    take(input)
    return junction.inputs.isOpen
  }

  final func receive(completion: Subscribers.Completion<Failure>) {
    if connection.finish() { end(completion) }
  }

  /// Called before upstream is subscribed to.
  func begin() {}

  /// Called with each value, while it is wanted.
  func take(_ input: Input) {}

  /// Called with the end of upstream, once.
  func end(_ completion: Subscribers.Completion<Failure>) {
    junction.send(completion: completion)
  }
}
