import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct TimeoutTests {
  let clock = TestClock()
  let log = Log<Event<Int, Failed>>()
  let subject = PassthroughSubject<Int, Failed>()

  @Test func `Each value starts the time anew, and when it is over the output finishes`() async {
    let upstream = CountedSubscription()
    let feed = PassthroughSubject<Int, Failed>()
    let source = Improvised<Int, Failed> { subscriber in
      subscriber.receive(subscription: upstream)
      feed.subscribe(
        Recorder { _, event in
          if case .value(let value) = event { return subscriber.receive(value) }
          return true
        })
    }
    let token = source.timeout(.seconds(10), clock: clock).sink { [log] in
      // Cancelled before the end is delivered.
      #expect(upstream.cancels == 1)
      log.append(Event($0))
    } receiveValue: { [log] in
      log.append(.value($0))
    }
    await clock.sleepers(1)
    for value in 1...3 {
      await clock.advance(by: .seconds(9))
      feed.send(value)
    }
    await clock.sleepers(1)
    #expect(log.values == [1, 2, 3])
    await clock.advance(by: .seconds(9))
    await clock.sleepers(1)
    #expect(log.values == [1, 2, 3])
    await clock.advance(by: .seconds(1))
    #expect(await log.values(4) == [1, 2, 3, .finished])
    feed.send(4)
    #expect(log.values == [1, 2, 3, .finished])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `With customError it fails, and only then is that called`() async {
    let calls = Log<Bool>()
    let token = subject.timeout(.seconds(10), clock: clock) {
      calls.append(true)
      return Failed(code: 7)
    }.note(in: log)
    await clock.sleepers(1)
    subject.send(1)
    await clock.advance(by: .seconds(9))
    #expect(calls.count == 0)
    await clock.advance(by: .seconds(1))
    #expect(await log.values(2) == [1, .failure(Failed(code: 7))])
    #expect(calls.count == 1)
    token.cancel()
  }

  @Test func `What comes while it makes its error is too late`() async {
    let token = subject.timeout(.seconds(10), clock: clock) { [subject] in
      subject.send(2)
      return Failed(code: 7)
    }.note(in: log)
    await clock.sleepers(1)
    subject.send(1)
    await clock.advance(by: .seconds(10))
    #expect(await log.values(2) == [1, .failure(Failed(code: 7))])
    token.cancel()
  }

  @Test func `Cancelled, it makes no error, though the clock sleeps on`() async {
    let calls = Log<Bool>()
    let probe = LifetimeProbe()
    let token = subject.timeout(.seconds(10), clock: TestClock.Deaf(clock: clock)) {
      [object = probe.object()] in
      withExtendedLifetime(object) { calls.append(true) }
      return Failed()
    }.note(in: log)
    await clock.sleepers(1)
    token.cancel()
    await clock.advance(by: .seconds(10))
    // Released when the task that waited is over.
    await probe.falls(to: 0)
    #expect(calls.values == [])
    #expect(log.values == [])
  }

  @Test(arguments: [Subscribers.Completion<Failed>.finished, .failure(Failed(code: 7))])
  func `The end of the input passes at once, and there is none after it`(
    completion: Subscribers.Completion<Failed>
  ) async {
    let token = subject.timeout(.seconds(10), clock: clock).note(in: log)
    await clock.sleepers(1)
    subject.send(1)
    subject.send(completion: completion)
    #expect(log.values == [1, Event(completion)])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [1, Event(completion)])
    token.cancel()
  }

  @Test func `A publisher that ends at once leaves nothing behind`() async {
    let log = Log<Event<Int, Never>>()
    let token = Just(1).timeout(.seconds(10), clock: clock).note(in: log)
    #expect(log.values == [1, .finished])
    await clock.sleepers(0)
    token.cancel()
  }

  @Test func `A negative time stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Just(1).timeout(.seconds(-1)) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("timeout(_:) was given -1.0 seconds"))
  }
}
