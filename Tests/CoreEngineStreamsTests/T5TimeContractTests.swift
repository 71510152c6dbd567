import CoreEngineStreams
import TestSupport
import Testing

/// T1, T4 and T5 for what waits: where it delivers, what its source may do, and that nothing of it
/// is left at the end.
@MainActor @Suite struct T5TimeContractTests {
  typealias Subject = PassthroughSubject<Int, Failed>

  nonisolated enum Operator: CaseIterable {
    case debounce, throttle, delay, timeout

    @MainActor func callAsFunction(
      _ source: some Publisher<Int, Failed>, _ clock: some Clock<Duration>
    ) -> AnyPublisher<Int, Failed> {
      let time = Duration.seconds(10)
      return switch self {
      case .debounce: source.debounce(for: time, clock: clock).eraseToAnyPublisher()
      case .throttle:
        source.throttle(for: time, clock: clock, latest: true).eraseToAnyPublisher()
      case .delay: source.delay(for: time, clock: clock).eraseToAnyPublisher()
      case .timeout: source.timeout(time, clock: clock).eraseToAnyPublisher()
      }
    }
  }

  nonisolated enum Ending: CaseIterable { case finish, fail, cancel, cancelElsewhere, dropToken }

  @Test(arguments: Operator.allCases, Ending.allCases)
  func `Neither a task nor a captured object is left when it has ended`(
    waits: Operator, ending: Ending
  ) async {
    let clock = TestClock()
    let probe = LifetimeProbe()
    let subject = Subject()
    var token: AnyCancellable? = waits(subject, clock)
      .map { [object = probe.object()] value in withExtendedLifetime(object) { value } }
      .sink { _ in
      } receiveValue: { _ in
      }
    // The second one waits in a throttle as well.
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    switch ending {
    case .finish: subject.send(completion: .finished)
    case .fail: subject.send(completion: .failure(Failed()))
    case .cancel: token?.cancel()
    case .cancelElsewhere: await Task.detached { [token] in token?.cancel() }.value
    case .dropToken: token = nil
    }
    if waits == .delay, ending == .finish || ending == .fail {
      await clock.advance(by: .seconds(10))
    }
    await clock.sleepers(0)
    await probe.falls(to: 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Operator.allCases)
  func `A value that cancels its subscription is the last`(waits: Operator) async {
    let clock = TestClock()
    let log = Log<Event<Int, Failed>>()
    let subject = Subject()
    var token: AnyCancellable?
    token = waits(subject, clock).note(in: log) { _ in token?.cancel() }
    for value in 1...3 { subject.send(value) }
    if log.count == 0 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
    }
    #expect(await log.values(1).count == 1)
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.count == 1)
  }

  /// A subscriber that does not stop by itself.
  private func recorder(in log: Log<Event<Int, Failed>>) -> Recorder<Int, Failed> {
    Recorder { _, event in
      log.append(event)
      return true
    }
  }

  @Test(arguments: Operator.allCases)
  func `Cancelled inside receive(subscription:), it subscribes to nobody`(waits: Operator) {
    let clock = TestClock()
    var subscribed = 0
    let source = Improvised<Int, Failed> { _ in subscribed += 1 }
    let recorder = Recorder<Int, Failed> { recorder, _ in
      recorder.cancel()
      return true
    }
    waits(source, clock).receive(subscriber: recorder)
    #expect(recorder.history == [.subscription])
    #expect(subscribed == 0)
    #expect(clock.sleepers == 0)
  }

  @Test(arguments: Operator.allCases)
  func `A source that breaks the rules is cut off at its end`(waits: Operator) async {
    let clock = TestClock()
    let log = Log<Event<Int, Failed>>()
    let subscriptions = [CountedSubscription(), CountedSubscription()]
    let source = Improvised<Int, Failed> { subscriber in
      _ = subscriber.receive(1)
      for subscription in subscriptions { subscriber.receive(subscription: subscription) }
      subscriber.receive(completion: .finished)
      #expect(!subscriber.receive(2))
      subscriber.receive(completion: .failure(Failed()))
    }
    // No sink, which would cut it off itself.
    waits(source, clock).receive(subscriber: recorder(in: log))
    if waits == .delay {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
    }
    #expect(await log.values(3) == [.subscription, 1, .finished])
    #expect(subscriptions.map(\.cancels) == [0, 1])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [.subscription, 1, .finished])
  }

  @Test(arguments: Operator.allCases, [Event<Int, Failed>.finished, .failure(Failed())])
  func `An end without a value passes`(waits: Operator, end: Event<Int, Failed>) async {
    let clock = TestClock()
    let log = Log<Event<Int, Failed>>()
    let subject = Subject()
    let token = waits(subject, clock).note(in: log)
    subject.send(completion: end == .finished ? .finished : .failure(Failed()))
    if waits == .delay {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
    }
    #expect(await log.values(1) == [end])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [end])
    token.cancel()
  }

  @Test(arguments: [Operator.debounce, .throttle, .delay])
  func `What waits is delivered, though its source has been released`(waits: Operator) async {
    let clock = TestClock()
    let log = Log<Event<Int, Failed>>()
    var subject: Subject? = Subject()
    let token = waits(subject!, clock).note(in: log)
    subject?.send(1)
    subject?.send(1)
    await clock.sleepers(1)
    subject = nil
    await clock.advance(by: .seconds(10))
    let all = waits == .debounce ? 1 : 2
    #expect(await log.values(all) == Array(repeating: 1, count: all))
    await clock.sleepers(0)
    token.cancel()
  }

  @Test(arguments: Operator.allCases)
  func `Nothing comes after cancel, though the clock sleeps on`(waits: Operator) async {
    let clock = TestClock()
    let probe = LifetimeProbe()
    let log = Log<Event<Int, Failed>>()
    let subject = Subject()
    let recorder = recorder(in: log)
    waits(subject, TestClock.Deaf(clock: clock))
      .map { [object = probe.object()] value in withExtendedLifetime(object) { value } }
      .receive(subscriber: recorder)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    let before = log.values
    recorder.cancel()
    #expect(clock.sleepers == 1)
    await clock.advance(by: .seconds(10))
    // Released when the task that waited is over.
    await probe.falls(to: 0)
    #expect(log.values == before)
  }

  /// A place of its own, to be delivered to.
  actor Desk {
    private var token: AnyCancellable?

    func pass(_ clock: TestClock, into log: Log<Int>) {
      let subject = PassthroughSubject<Int, Never>()
      token = subject.delay(for: .seconds(1), clock: clock)
        .debounce(for: .seconds(1), clock: clock)
        .throttle(for: .seconds(1), clock: clock, latest: true)
        .timeout(.seconds(10), clock: clock)
        .sink { [self] in
          preconditionIsolated()
          log.append($0)
        }
      subject.send(1)
    }

    func stop() { token = nil }
  }

  @Test func `Values are delivered in the actor in which the operator was called`() async {
    let clock = TestClock()
    let log = Log<Int>()
    let desk = Desk()
    await desk.pass(clock, into: log)
    await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    #expect(await log.values(1) == [1])
    await desk.stop()
  }

  @Test func `The continuous clock is the one that nobody names`() async {
    let log = Log<Event<Int, Never>>()
    let token = Just(1)
      .delay(for: .milliseconds(1))
      .debounce(for: .milliseconds(1))
      .throttle(for: .milliseconds(1), latest: false)
      .timeout(.seconds(86_400))
      .note(in: log)
    #expect(await log.values(2) == [1, .finished])
    token.cancel()
  }

  @Test func `Waits of any length are waited, and can be cancelled`() async {
    let log = Log<Event<Int, Never>>()
    let longest = Duration.seconds(Int64.max)
    let subject = PassthroughSubject<Int, Never>()
    let tokens = [
      subject.delay(for: longest).note(in: log),
      subject.debounce(for: longest).note(in: log),
      subject.throttle(for: longest, latest: true).note(in: log),
      subject.timeout(longest).note(in: log),
    ]
    subject.send(1)
    #expect(await log.values(2) == [1, 1])
    for token in tokens { token.cancel() }
    subject.send(2)
    #expect(log.values == [1, 1])
  }

  /// A way around what the compiler checks.
  struct Smuggled<Content>: @unchecked Sendable {
    // Unsafe on purpose: the child process below must stop before anything happens.
    let content: Content
  }

  actor Owner {
    func delayed() -> Smuggled<Publishers.Delay<Just<Int>, ContinuousClock>> {
      Smuggled(content: Just(1).delay(for: .zero))
    }
  }

  @Test func `A subscription from elsewhere stops the program`() async {
    await #expect(processExitsWith: .failure) {
      await Owner().delayed().content.sink { _ in }.cancel()
    }
    await #expect(processExitsWith: .failure) {
      let delay = await MainActor.run { Smuggled(content: Just(1).delay(for: .zero)) }
      delay.content.sink { _ in }.cancel()
    }
  }
}
