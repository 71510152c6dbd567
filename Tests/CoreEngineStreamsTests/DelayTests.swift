import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct DelayTests {
  let clock = TestClock()
  let log = Log<Event<Int, Failed>>()
  let subject = PassthroughSubject<Int, Failed>()

  @Test(arguments: [Subscribers.Completion<Failed>.finished, .failure(Failed(code: 7))])
  func `Values and both ends come later, at their distances`(
    completion: Subscribers.Completion<Failed>
  ) async {
    let token = subject.delay(for: .seconds(10), clock: clock).note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(4))
    subject.send(3)
    subject.send(completion: completion)
    await clock.advance(by: .seconds(5))
    #expect(log.values == [])
    await clock.advance(by: .seconds(1))
    #expect(await log.values(2) == [1, 2])
    await clock.sleepers(1)
    await clock.advance(by: .seconds(3))
    #expect(log.values == [1, 2])
    await clock.advance(by: .seconds(1))
    #expect(await log.values(4) == [1, 2, 3, Event(completion)])
    await clock.sleepers(0)
    token.cancel()
  }

  @Test func `O-MAINHOP: a later value does not overtake one that is on its way`() async {
    let token = subject.delay(for: .zero, clock: clock).note(in: log) { [subject] value in
      // Sent from where it is delivered to: it must not be delivered inline.
      if value == 1 { subject.send(4) }
    }
    subject.send(1)
    subject.send(2)
    #expect(log.values == [])
    subject.send(3)
    #expect(await log.values(4) == [1, 2, 3, 4])
    token.cancel()
  }

  @Test func `A loop of sends leaves others in its isolation their turn`() async {
    let end = Gate()
    var isOver = false
    var count = 0
    let token = subject.delay(for: .zero, clock: clock).sink { _ in
    } receiveValue: { [subject] value in
      count = value
      if value == 1 { Task { isOver = true } }
      // The number ends a loop that would not end.
      if isOver || value == 10_000 { return end.open() }
      subject.send(value + 1)
    }
    subject.send(1)
    await end.pass()
    #expect(isOver)
    #expect(count < 10_000)
    token.cancel()
  }

  @Test func `O-CONCURRENTQ: the end does not overtake a value`() async {
    for _ in 0..<1_000 {
      let log = Log<Event<Int, Never>>()
      let token = Just(1).delay(for: .zero).note(in: log)
      #expect(await log.values(2) == [1, .finished])
      token.cancel()
    }
  }

  @Test func `O-CONCURRENTQ: the value of an effect goes through action before the effect leaves`()
    async
  {
    let core = TallyCore()
    let states = Log<Event<Int, Never>>()
    let token = core.$state.map(\.count).note(in: states)
    core.dispatch(effect: Just(.add(1)).delay(for: .zero, clock: clock))
    #expect(core.subscription.count == 1)
    #expect(await states.values(2) == [0, 1])
    #expect(core.subscription.isEmpty)
    token.cancel()
  }

  @Test func `An end that is on its way is cancelled, too`() async {
    let token = subject.delay(for: .seconds(10), clock: clock).note(in: log)
    subject.send(1)
    subject.send(completion: .finished)
    await clock.sleepers(1)
    token.cancel()
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [])
  }

  @Test func `A hundred thousand values keep their order`() async {
    let log = Log<Event<Int, Never>>()
    let token = (1...100_000).publisher.delay(for: .zero, clock: clock).note(in: log)
    #expect(await log.values(100_001) == (1...100_000).map(Event.value) + [.finished])
    token.cancel()
  }

  @Test func `A negative time stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Just(1).delay(for: .seconds(-1)) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("delay(for:) was given -1.0 seconds"))
  }
}
