import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct DebounceTests {
  let clock = TestClock()
  let log = Log<Event<Int, Failed>>()
  let subject = PassthroughSubject<Int, Failed>()

  func debounced() -> Publishers.Debounce<PassthroughSubject<Int, Failed>, TestClock> {
    subject.debounce(for: .seconds(10), clock: clock)
  }

  @Test func `O-DEBOUNCEEND: one value passes for each quiet time, and never again`() async {
    let token = debounced().note(in: log)
    subject.send(1)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    subject.send(2)
    await clock.advance(by: .seconds(5))
    // It has looked again, and waits for the rest.
    await clock.sleepers(1)
    #expect(log.values == [])
    await clock.advance(by: .seconds(5))
    #expect(await log.values(1) == [2])
    await clock.advance(by: .seconds(100))
    #expect(clock.sleepers == 0)
    subject.send(3)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(10))
    #expect(await log.values(2) == [2, 3])
    token.cancel()
  }

  @Test func `O-DEBOUNCEEND: the value that waits is delivered before the end`() async {
    let token = debounced().note(in: log)
    subject.send(1)
    subject.send(2)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    subject.send(completion: .finished)
    #expect(log.values == [2, .finished])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [2, .finished])
    token.cancel()
  }

  @Test func `O-DEBOUNCEEND: a failure drops the value that waits, and passes at once`() async {
    let token = debounced().note(in: log)
    subject.send(1)
    await clock.sleepers(1)
    subject.send(completion: .failure(Failed(code: 7)))
    #expect(log.values == [.failure(Failed(code: 7))])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [.failure(Failed(code: 7))])
    token.cancel()
  }

  @Test func `O-DEBOUNCEEND: nothing arrives after cancel, and nobody sleeps on`() async {
    let token = debounced().note(in: log)
    subject.send(1)
    await clock.sleepers(1)
    token.cancel()
    await clock.sleepers(0)
    subject.send(2)
    await clock.advance(by: .seconds(100))
    #expect(log.values == [])
    #expect(clock.sleepers == 0)
  }

  @Test func `One task waits for a burst, however many values there are`() async {
    let token = debounced().note(in: log)
    for value in 1...1_000 { subject.send(value) }
    await clock.sleepers(1)
    for value in 1_001...2_000 { subject.send(value) }
    #expect(clock.sleepers == 1)
    await clock.advance(by: .seconds(10))
    #expect(await log.values(1) == [2_000])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `What is sent from inside a delivery waits in its turn`() async {
    let token = debounced().note(in: log) { [subject] value in
      if value < 3 { subject.send(value + 1) }
    }
    subject.send(1)
    for count in 1...3 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
      _ = await log.values(count)
    }
    #expect(log.values == [1, 2, 3])
    #expect(clock.sleepers == 0)
    token.cancel()
  }

  @Test func `An end that is sent from inside a delivery comes after it`() async {
    let token = debounced().note(in: log) { [subject, log] value in
      guard value == 1 else { return }
      subject.send(2)
      subject.send(completion: .finished)
      #expect(log.values == [1])
    }
    subject.send(1)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(10))
    #expect(await log.values(3) == [1, 2, .finished])
    token.cancel()
  }

  @Test func `A quiet time of zero delivers later, too, and the newest value only`() async {
    let token = subject.debounce(for: .zero, clock: clock).note(in: log)
    subject.send(1)
    subject.send(2)
    #expect(log.values == [])
    #expect(await log.values(1) == [2])
    token.cancel()
  }

  @Test func `A negative time stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Just(1).debounce(for: .seconds(-1)) }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("debounce(for:) was given -1.0 seconds"))
  }
}
