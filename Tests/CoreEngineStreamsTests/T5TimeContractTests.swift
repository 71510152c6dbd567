import CoreEngineStreams
import TestSupport
import Testing

/// T1 and T5 for what waits: where it delivers, and that nothing of it is left at the end.
@MainActor @Suite struct T5TimeContractTests {
  typealias Subject = PassthroughSubject<Int, Failed>

  nonisolated enum Operator: CaseIterable {
    case debounce, throttle, delay, timeout

    @MainActor func callAsFunction(_ subject: Subject, _ clock: TestClock)
      -> AnyPublisher<Int, Failed>
    {
      let time = Duration.seconds(10)
      return switch self {
      case .debounce: subject.debounce(for: time, clock: clock).eraseToAnyPublisher()
      case .throttle:
        subject.throttle(for: time, clock: clock, latest: true).eraseToAnyPublisher()
      case .delay: subject.delay(for: time, clock: clock).eraseToAnyPublisher()
      case .timeout: subject.timeout(time, clock: clock).eraseToAnyPublisher()
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
    withExtendedLifetime(desk) {}
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
