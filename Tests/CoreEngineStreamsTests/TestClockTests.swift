import TestSupport
import Testing

@Suite struct TestClockTests {
  let clock = TestClock()
  let log = Log<String>()

  @Test func `O-SCHEDORDER: what meets at one time runs in the order of its arrival`() async {
    // Repeats itself, so that it arrives again and again.
    @Sendable func every(_ seconds: Int, _ name: String, until end: Int, at start: Int = 0) {
      let next = start + seconds
      guard next <= end else { return }
      clock.schedule(after: .seconds(seconds)) { [log] in
        log.append("\(name)\(next)")
        every(seconds, name, until: end, at: next)
      }
    }
    every(2, "a", until: 6)
    every(3, "b", until: 6)
    await clock.advance(by: .seconds(6))
    #expect(log.values == ["a2", "b3", "a4", "b6", "a6"])
  }

  @Test func `O-SCHEDORDER: work that is scheduled by work inside the time that passes runs`() async
  {
    @Sendable func again() {
      clock.schedule(after: .seconds(10)) { [clock, log] in
        log.append("\(clock.now.offset)")
        again()
      }
    }
    again()
    await clock.advance(by: .seconds(50))
    #expect(
      log.values == [
        "10.0 seconds", "20.0 seconds", "30.0 seconds", "40.0 seconds", "50.0 seconds",
      ])
    await clock.advance(by: .seconds(9))
    #expect(log.count == 5)
    #expect(clock.now.offset == .seconds(59))
  }

  @Test func `O-SCHEDORDER: work that schedules work for the same time takes no stack`() async {
    let count = Log<Int>()
    @Sendable func nest(_ depth: Int) {
      guard depth > 0 else { return count.append(depth) }
      clock.schedule(after: .zero) { nest(depth - 1) }
    }
    nest(100_000)
    await clock.advance(by: .zero)
    #expect(count.values == [0])
  }

  @Test func `O-SCHEDORDER: a task that job cancels at the same time does not sleep on`() async {
    let task = Task { [clock, log] in
      do { try await clock.sleep(until: clock.now.advanced(by: .seconds(10))) } catch {
        log.append("\(error is CancellationError)")
      }
    }
    clock.schedule(after: .seconds(5)) { task.cancel() }
    await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    #expect(clock.sleepers == 0)
    await task.value
    #expect(log.values == ["true"])
  }

  @Test func `Tasks wake in order of due time, and of arrival where that is equal`() async {
    var tasks: [Task<Void, any Error>] = []
    for (index, seconds) in [3, 1, 2, 1, 3].enumerated() {
      tasks.append(
        Task { [clock, log] in
          try await clock.sleep(until: TestClock.Instant(offset: .seconds(seconds)))
          log.append("\(seconds): \(index)")
        })
      await clock.sleepers(index + 1)
    }
    for seconds in 1...3 {
      let before = log.count
      await clock.advance(by: .seconds(1))
      _ = await log.values(before + (seconds == 2 ? 1 : 2))
    }
    #expect(log.values.map { $0.prefix(1) } == ["1", "1", "2", "3", "3"])
    #expect(Set(log.values) == ["1: 1", "1: 3", "2: 2", "3: 0", "3: 4"])
    for task in tasks { _ = await task.result }
  }

  @Test func `A time that has come is not waited for, and neither is any by a cancelled task`()
    async
  {
    await #expect(throws: Never.self) { try await clock.sleep(until: clock.now) }
    let gate = Gate()
    let task = Task { [clock] in
      await gate.pass()
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
    }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleepers == 0)
  }
}
