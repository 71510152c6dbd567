import CoreEngineStreams
import TestSupport
import Testing

@Suite struct RetryTests {
  /// Publishes the number of the attempt, and fails with it before the given one.
  private final class Attempts {
    private(set) var count = 0
    let succeedsAt: Int

    init(succeedsAt: Int) { self.succeedsAt = succeedsAt }

    var publisher: Improvised<Int, Failed> {
      Improvised { subscriber in
        self.count += 1
        subscriber.receive(subscription: CountedSubscription())
        subscriber.receive(self.count)
        subscriber.receive(
          completion: self.count == self.succeedsAt ? .finished : .failure(Failed(code: self.count))
        )
      }
    }
  }

  @Test func `It subscribes again until it works`() {
    let attempts = Attempts(succeedsAt: 3)
    #expect(attempts.publisher.retry().record().history == [1, 2, 3, .finished])
    #expect(attempts.count == 3)
  }

  @Test(arguments: 0...3)
  func `After so many retries the failure of the last attempt is passed on`(retries: Int) {
    let attempts = Attempts(succeedsAt: 100)
    let recording = attempts.publisher.retry(retries).record()
    #expect(
      recording.history == (1...retries + 1).map(Event.value) + [
        .failure(Failed(code: retries + 1))
      ]
    )
    #expect(attempts.count == retries + 1)
  }

  @Test func `Each subscriber has retries of its own`() {
    let publisher = Fail<Int, Failed>(error: Failed()).retry(2)
    for _ in 0..<3 { #expect(publisher.record().history == [.failure(Failed())]) }
  }

  @Test func `An attempt that fails later is tried again then, and the old one is over`() {
    var lines: [Line] = []
    let recording = Improvised<Int, Failed> { subscriber in
      lines.append(Line())
      lines.last?.receive(subscriber: subscriber)
    }
    .retry(1)
    .record()
    lines[0].send(1)
    lines[0].send(.failure(Failed(code: 1)))
    lines[0].send(2)
    #expect(lines.count == 2)
    lines[1].send(3)
    lines[1].send(.failure(Failed(code: 2)))
    #expect(lines.count == 2)
    #expect(recording.history == [1, 3, .failure(Failed(code: 2))])
  }

  @Test func `Cancelling ends an endless immediate retry, from the sink and from upstream`() {
    let attempts = Attempts(succeedsAt: .max)
    let line = Line()
    var token: AnyCancellable?
    let recording = line.append(attempts.publisher).catch { _ in attempts.publisher }.retry()
      .record { if $0 == 1_000 { token?.cancel() } }
    token = recording.token
    line.send(.finished)
    #expect(recording.history == (1...1_000).map(Event.value))
    #expect(attempts.count == 1_000)
  }

  @Test func `Cancelling ends an endless immediate retry, from another thread`() {
    var subscription: (any Subscription)?
    let recorder = Recorder<Int, Failed> { recorder, event in
      if event == .subscription { subscription = recorder.subscriptions.first }
      return true
    }
    var attempts = 0
    Improvised<Int, Failed> { subscriber in
      attempts += 1
      if attempts == 10, let subscription {
        onThreads(1) { _ in subscription.cancel() }
      }
      subscriber.receive(completion: .failure(Failed()))
    }
    .retry()
    .subscribe(recorder)
    #expect(recorder.history == [.subscription])
    #expect(attempts == 10)
  }

  @Test func `A negative number is refused with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Just(1).retry(-1)
    }
    #expect(result?.errorText.contains("retries is -1, and must be at least 0") == true)
  }
}
