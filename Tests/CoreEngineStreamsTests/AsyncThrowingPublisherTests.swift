import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct AsyncThrowingPublisherTests {
  let subject = PassthroughSubject<Int, Failed>()

  @Test func `A failure is thrown after the values that came before it`() async throws {
    var iterator = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(2)
    subject.send(completion: .failure(Failed(code: 7)))
    var values: [Int] = []
    await #expect(throws: Failed(code: 7)) {
      while let value = try await iterator.next(isolation: #isolation) { values.append(value) }
    }
    #expect(values == [1, 2])
    #expect(try await iterator.next(isolation: #isolation) == nil)
  }

  @Test func `It may be iterated outside of any actor`() async {
    let log = Log<Int?>()
    await #expect(throws: Failed(code: 7)) {
      try await Task.detached {
        let failing = [1].publisher.setFailureType(to: Failed.self)
          .append(Fail(error: Failed(code: 7)))
        var iterator = AsyncThrowingPublisher(failing).makeAsyncIterator()
        while true { log.append(try await iterator.next()) }
      }.value
    }
    #expect(log.values == [1])
  }

  @Test func `An error behind any Error is thrown as the one that it was`() async {
    let failing = Fail<Int, any Error>(error: Failed(code: 7))
    do {
      for try await _ in failing.values {}
      Issue.record("It ended without an error.")
    } catch {
      #expect(type(of: error) == Failed.self)
      #expect(error as? Failed == Failed(code: 7))
    }
  }

  @Test func `It ends when the publisher finishes`() async throws {
    var iterator = subject.values(buffering: .bufferingNewest(2)).makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(try await iterator.next(isolation: #isolation) == 2)
    #expect(try await iterator.next(isolation: #isolation) == 3)
    #expect(try await iterator.next(isolation: #isolation) == nil)
  }

  @Test
  func `Cancelling the task of a loop ends the loop and the subscription, and throws nothing`()
    async throws
  {
    let upstream = CountedSubscription()
    let log = Log<Int>()
    let task = Task {
      let source = Improvised<Int, Failed> { subscriber in
        subscriber.receive(subscription: upstream)
        subscriber.receive(7)
      }
      var iterator = source.values.makeAsyncIterator()
      while let value = try await iterator.next(isolation: #isolation) { log.append(value) }
      return withExtendedLifetime(iterator) { upstream.cancels }
    }
    #expect(await log.values(1) == [7])
    task.cancel()
    #expect(try await task.value == 1)
    #expect(log.values == [7])
  }

  @Test func `A cancelled task gets nothing of what was kept, neither values nor the failure`()
    async throws
  {
    let task = Task {
      var iterator = subject.values.makeAsyncIterator()
      subject.send(1)
      subject.send(completion: .failure(Failed()))
      withUnsafeCurrentTask { $0?.cancel() }
      var values: [Int?] = []
      for _ in 1...3 { values.append(try await iterator.next(isolation: #isolation)) }
      return values
    }
    #expect(try await task.value == [nil, nil, nil])
  }

  /// `next()`, which systems use that know of no other.
  @Test nonisolated func `The plain next gives the same, and nothing once cancelled`() async throws
  {
    for isCancelled in [false, true] {
      let task = Task {
        let subject = PassthroughSubject<Int, Failed>()
        var iterator = subject.values.makeAsyncIterator()
        for value in 1...2 { subject.send(value) }
        subject.send(completion: .failure(Failed()))
        var values = [try await iterator.next()]
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        values.append(try await iterator.next())
        do { values.append(try await iterator.next()) } catch { values.append(-1) }
        return values
      }
      #expect(try await task.value == (isCancelled ? [1, nil, nil] : [1, 2, -1]))
    }
  }

  @Test func `Leaving the loop ends the subscription`() async throws {
    let upstream = CountedSubscription()
    let source = Improvised<Int, Failed> { subscriber in
      subscriber.receive(subscription: upstream)
      subscriber.receive(7)
    }
    for try await _ in source.values { break }
    #expect(upstream.cancels == 1)
  }
}
