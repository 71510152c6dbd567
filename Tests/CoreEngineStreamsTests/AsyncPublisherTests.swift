import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct AsyncPublisherTests {
  let subject = PassthroughSubject<Int, Never>()
  let upstream = CountedSubscription()

  /// Publishes a value, and then waits to be cancelled.
  var waiting: Improvised<Int, Never> {
    Improvised { [upstream] subscriber in
      subscriber.receive(subscription: upstream)
      subscriber.receive(7)
    }
  }

  @Test func `All values come, also those that were sent before they were asked for`() async {
    var iterator = subject.values.makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    subject.send(4)
    var values: [Int] = []
    while let value = await iterator.next(isolation: #isolation) { values.append(value) }
    #expect(values == [1, 2, 3])
    #expect(await iterator.next(isolation: #isolation) == nil)
  }

  @Test func `The subscription is made by the iterator, and each one has its own`() async {
    let values = subject.values
    subject.send(0)
    var first = values.makeAsyncIterator()
    subject.send(1)
    var second = values.makeAsyncIterator()
    subject.send(2)
    #expect(await first.next(isolation: #isolation) == 1)
    #expect(await first.next(isolation: #isolation) == 2)
    #expect(await second.next(isolation: #isolation) == 2)
  }

  @Test func `O-CONCURRENTQ: the end does not overtake a value`() async {
    for _ in 0..<1_000 {
      var values: [Int] = []
      for await value in Just(1).values { values.append(value) }
      #expect(values == [1])
    }
  }

  @Test func `It may be iterated outside of any actor`() async {
    let values = await Task.detached {
      var iterator = AsyncPublisher([1, 2].publisher).makeAsyncIterator()
      return [await iterator.next(), await iterator.next(), await iterator.next()]
    }.value
    #expect(values == [1, 2, nil])
  }

  @Test func `A policy says which values are kept`() async {
    var newest = subject.values(buffering: .bufferingNewest(1)).makeAsyncIterator()
    var oldest = subject.values(buffering: .bufferingOldest(1)).makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    #expect(await newest.next(isolation: #isolation) == 3)
    #expect(await oldest.next(isolation: #isolation) == 1)
  }

  @Test func `Cancelling the task of a loop ends the loop and the subscription`() async {
    let log = Log<Int>()
    let task = Task {
      var iterator = waiting.values.makeAsyncIterator()
      while let value = await iterator.next(isolation: #isolation) { log.append(value) }
      // By being cancelled, not by being released.
      return withExtendedLifetime(iterator) { upstream.cancels }
    }
    #expect(await log.values(1) == [7])
    task.cancel()
    #expect(await task.value == 1)
    #expect(log.values == [7])
  }

  @Test func `A cancelled task gets nothing of what was kept`() async {
    let task = Task {
      var iterator = waiting.values.makeAsyncIterator()
      withUnsafeCurrentTask { $0?.cancel() }
      return await iterator.next(isolation: #isolation)
    }
    #expect(await task.value == nil)
    #expect(upstream.cancels == 1)
  }

  /// `next()`, which systems use that know of no other.
  @Test nonisolated func `The plain next gives the same, and nothing once it is cancelled`() async {
    for isCancelled in [false, true] {
      let task = Task {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        for value in 1...2 { subject.send(value) }
        subject.send(completion: .finished)
        var values = [await iterator.next()]
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        for _ in 1...2 { values.append(await iterator.next()) }
        return values
      }
      #expect(await task.value == (isCancelled ? [1, nil, nil] : [1, 2, nil]))
    }
  }

  @Test func `Leaving the loop ends the subscription`() async {
    for await value in waiting.values {
      #expect(value == 7)
      #expect(upstream.cancels == 0)
      break
    }
    #expect(upstream.cancels == 1)
  }

  @Test func `Releasing an iterator ends its subscription`() {
    do {
      let iterator = waiting.values.makeAsyncIterator()
      withExtendedLifetime(iterator) { #expect(upstream.cancels == 0) }
    }
    #expect(upstream.cancels == 1)
  }

  @Test func `What the pipeline captured is released with the iterator`() async {
    let probe = LifetimeProbe()
    do {
      var iterator = subject.map(holding(probe.object())).values.makeAsyncIterator()
      subject.send(1)
      #expect(await iterator.next(isolation: #isolation) == 1)
    }
    #expect(probe.count == 0)
  }
}
