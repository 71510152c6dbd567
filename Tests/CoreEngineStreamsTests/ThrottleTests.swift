import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct ThrottleTests {
  let clock = TestClock()
  let log = Log<Event<Int, Failed>>()
  let subject = PassthroughSubject<Int, Failed>()

  func throttled(
    latest: Bool = true
  ) -> Publishers.Throttle<PassthroughSubject<Int, Failed>, TestClock> {
    subject.throttle(for: .seconds(10), clock: clock, latest: latest)
  }

  @Test(arguments: [(true, 9), (false, 1)])
  func `O-THROTTLE: a burst gives its first value at once and one at the end of the time`(
    latest: Bool, second: Int
  ) async {
    let token = throttled(latest: latest).note(in: log)
    subject.send(0)
    #expect(log.values == [.value(0)])
    for value in 1...9 {
      await clock.advance(by: .seconds(1))
      subject.send(value)
    }
    await clock.sleepers(1)
    #expect(log.values == [.value(0)])
    await clock.advance(by: .seconds(1))
    #expect(await log.values(2) == [.value(0), .value(second)])
    #expect(clock.sleepers == 0)
    await clock.advance(by: .seconds(15))
    subject.send(25)
    #expect(log.values == [.value(0), .value(second), 25])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `O-THROTTLE: after the value at the end of the time nothing follows for as long`()
    async
  {
    let token = throttled().note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(10))
    #expect(await log.values(2) == [1, 2])
    await clock.advance(by: .seconds(1))
    subject.send(3)
    #expect(log.values == [1, 2])
    await clock.sleepers(1)
    await clock.advance(by: .seconds(8))
    #expect(log.values == [1, 2])
    await clock.advance(by: .seconds(1))
    #expect(await log.values(3) == [1, 2, 3])
    token.cancel()
  }

  @Test func `O-THROTTLE: a value alone passes once`() async {
    let token = throttled().note(in: log)
    subject.send(1)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [1])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `A value does not overtake one that waits, though the time has come`() async {
    let token = throttled(latest: false).note(in: log)
    subject.send(1)
    subject.send(2)
    clock.jump(by: .seconds(10))
    subject.send(3)
    #expect(log.values == [1])
    #expect(await log.values(2) == [1, 2])
    token.cancel()
  }

  @Test func `The value that waits is delivered before the end`() async {
    let token = throttled().note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    subject.send(completion: .finished)
    #expect(log.values == [1, 2, .finished])
    await clock.sleepers(0)
    token.cancel()
  }

  @Test func `When nothing waits any more the end comes alone`() async {
    let token = throttled().note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(15))
    #expect(await log.values(2) == [1, 2])
    subject.send(completion: .finished)
    #expect(log.values == [1, 2, .finished])
    token.cancel()
  }

  @Test func `A failure drops the value that waits, and passes at once`() async {
    let token = throttled().note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    subject.send(completion: .failure(Failed()))
    #expect(log.values == [1, .failure(Failed())])
    await clock.sleepers(0)
    token.cancel()
  }

  @Test func `What is sent from inside a delivery comes too early`() async {
    let token = throttled().note(in: log) { [subject] value in
      if value < 3 { subject.send(value + 1) }
    }
    subject.send(1)
    #expect(log.values == [1])
    for count in 2...3 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
      _ = await log.values(count)
    }
    #expect(log.values == [1, 2, 3])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `A time of zero lets everything pass, one after the other`() async {
    let inside = Log<Int>()
    let token = subject.throttle(for: .zero, clock: clock, latest: true)
      .note(in: log) { [subject] value in
        if value == 1 { subject.send(2) }
        inside.append(value)
      }
    subject.send(1)
    subject.send(3)
    #expect(log.values == [1, 2, 3])
    #expect(inside.values == [1, 2, 3])
    token.cancel()
  }

  @Test func `A negative time stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Just(1).throttle(for: .seconds(-1), latest: true) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("throttle(for:) was given -1.0 seconds"))
  }
}
