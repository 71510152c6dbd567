import CoreEngineStreams
import TestSupport
import Testing

@MainActor @Suite struct AsyncElementsTests {
  typealias History = Log<Event<Int, any Error>>

  /// A sequence that gives some numbers and then does as it was told, cancelled or not.
  struct Numbers: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var numbers: [Int]
    var end: @Sendable () async throws -> Void = {}

    mutating func next() async throws -> Int? {
      if !numbers.isEmpty { return numbers.removeFirst() }
      try await end()
      return nil
    }

    func makeAsyncIterator() -> Numbers { self }
  }

  /// What can be compared of a history.
  func described(_ events: some Collection<Event<Int, any Error>>) -> [String] {
    events.map { "\($0)" }
  }

  @Test func `Elements come later, in order, and then the end`() async {
    let log = History()
    let token = Numbers(numbers: [1, 2, 3]).publisher().note(in: log)
    #expect(log.count == 0)
    #expect(
      described(await log.values(4)) == ["value(1)", "value(2)", "value(3)", "finished"])
    token.cancel()
  }

  @Test func `What is thrown becomes the failure, as the error that it was`() async {
    let log = History()
    let token = Numbers(numbers: [1]) { throw Failed(code: 7) }.publisher().note(in: log)
    let events = await log.values(2)
    #expect(described(events.dropLast()) == ["value(1)"])
    guard case .failure(let error)? = events.last else {
      Issue.record("It did not fail.")
      return
    }
    #expect(type(of: error) == Failed.self)
    #expect(error as? Failed == Failed(code: 7))
    token.cancel()
  }

  @Test func `Each subscriber iterates anew`() async {
    let publisher = Numbers(numbers: [1, 2]).publisher()
    for _ in 0..<2 {
      let log = History()
      let token = publisher.note(in: log)
      #expect(described(await log.values(3)) == ["value(1)", "value(2)", "finished"])
      token.cancel()
    }
  }

  @Test func `Cancelling the subscription cancels the task, and nothing of it arrives`() async {
    let log = History()
    let ended = Log<Bool>()
    let gate = Gate()
    let numbers = Numbers(numbers: [1]) {
      await gate.pass()
      ended.append(Task.isCancelled)
      throw Failed()
    }
    let token = numbers.publisher().note(in: log)
    await gate.entered()
    token.cancel()
    gate.open()
    #expect(await ended.values(1) == [true])
    #expect(described(log.values) == ["value(1)"])
  }

  @Test(arguments: [false, true])
  func `Cancelling what it is flattened into cancels the task, though it has sent nothing`(
    switches: Bool
  ) async {
    let ended = Log<Bool>()
    let gate = Gate()
    let numbers = Numbers(numbers: []) {
      await gate.pass()
      ended.append(Task.isCancelled)
    }
    let log = History()
    let publisher = numbers.publisher()
    let token =
      switches
      ? Just(publisher).switchToLatest().note(in: log)
      : Just(0).flatMap { _ in publisher }.note(in: log)
    await gate.entered()
    token.cancel()
    gate.open()
    #expect(await ended.values(1) == [true])
    #expect(log.count == 0)
  }

  @Test func `One that is cancelled before its task runs iterates nothing`() async {
    let log = History()
    let probe = LifetimeProbe()
    do {
      let object = probe.object()
      let numbers = Numbers(numbers: []) {
        withExtendedLifetime(object) {}
        Issue.record("It was iterated.")
      }
      numbers.publisher().note(in: log).cancel()
    }
    await probe.falls(to: 0)
    #expect(log.count == 0)
  }

  @Test func `A subscriber that wants no more is the end of the task`() async {
    let probe = LifetimeProbe()
    let recorder = Recorder<Int, any Error> { _, event in
      if case .value(2) = event { false } else { true }
    }
    do {
      let object = probe.object()
      let numbers = Numbers(numbers: [1, 2, 3]) { withExtendedLifetime(object) {} }
      numbers.publisher().subscribe(recorder)
    }
    await probe.falls(to: 0)
    #expect(described(recorder.history) == ["subscription", "value(1)", "value(2)"])
  }

  actor Desk {
    private var token: AnyCancellable?

    func show(_ numbers: Numbers, in log: Log<Int>) {
      token = numbers.publisher().sink { _ in
      } receiveValue: { [self] in
        preconditionIsolated()
        log.append($0)
      }
    }
  }

  @Test func `Elements are delivered in the actor in which publisher was called`() async {
    let log = Log<Int>()
    let desk = Desk()
    await desk.show(Numbers(numbers: [1, 2]), in: log)
    #expect(await log.values(2) == [1, 2])
    withExtendedLifetime(desk) {}
  }
}
