import CoreEngineAsync
import TestSupport
import Testing

/// A timer that polls until it is told to stop.
@Suite(.timeLimit(.minutes(10))) struct PollingFeatureTests {
  private actor Poller: AsyncCore {
    enum Action: Sendable { case start, stop, polled(Int) }

    struct State: Equatable, Sendable {
      var isRunning = false
      var values: [Int] = []
    }

    let store = AsyncCoreStore(initialState: State())
    private let clock: any Clock<Duration>
    private let poll: @Sendable () async throws -> Int
    private let errors: Log<String>

    init(
      clock: any Clock<Duration>, errors: Log<String> = Log(),
      poll: @escaping @Sendable () async throws -> Int
    ) {
      self.clock = clock
      self.errors = errors
      self.poll = poll
    }

    func reduce(state: State, action: Action) async throws -> State {
      var next = state
      switch action {
      case .start:
        next.isRunning = true
        dispatch(
          effect: { [clock, poll] send in
            while true {
              try await clock.sleep(for: .seconds(10))
              await send(.polled(try await poll()))
            }
          }, id: "poll", policy: .ignoreIfRunning, retry: .attempts(2))
      case .stop:
        next.isRunning = false
        cancelEffect(id: "poll")
      case .polled(let value):
        next.values.append(value)
      }
      return next
    }

    func handleError(error: any Error) async { errors.append("\(error)") }
  }

  private let clock = TestClock()

  @Test func `It polls once a period, though it was started twice, until it is stopped`() async {
    let polls = Log<Int>()
    let poller = Poller(clock: clock) {
      polls.append(polls.count)
      return polls.count
    }
    await poller(.start, .start)
    for count in 1...3 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
      await poller.reaches { $0.values.count == count }
    }
    #expect(poller.effects.count == 1)
    await clock.sleepers(1)
    await poller.action(.stop)
    await poller.settled()
    #expect(clock.sleepers == 0)
    #expect(poller.currentState == Poller.State(isRunning: false, values: [1, 2, 3]))
  }

  @Test func `Stopped and started again, it begins a new period`() async {
    let poller = Poller(clock: clock) { 7 }
    await poller.action(.start)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(9))
    await poller(.stop, .start)
    // Cancelling has woken the first one; this is the second.
    await clock.sleepers(1)
    await clock.advance(by: .seconds(9))
    #expect(poller.values == [])
    await clock.advance(by: .seconds(1))
    await poller.reaches { $0.values == [7] }
    await poller.action(.stop)
    await poller.settled()
  }

  @Test func `A poll that fails is tried once more; one that is stopped is no error`() async {
    let errors = Log<String>()
    let polls = Log<Int>()
    let poller = Poller(clock: clock, errors: errors) {
      polls.append(0)
      throw TestError()
    }
    await poller.action(.start)
    for _ in 0..<2 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
    }
    await poller.settled()
    #expect(polls.count == 2)
    #expect(errors.values == ["TestError()"])
    await poller(.start)
    await clock.sleepers(1)
    await poller(.stop)
    await poller.settled()
    #expect(errors.count == 1)
  }
}
