import CoreEngineTesting
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
    let isOver = Log<Bool>()
    @Sendable func again() {
      clock.schedule(after: .seconds(10)) { [clock, log] in
        log.append("\(clock.now.offset)")
        if isOver.values.isEmpty { again() }
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
    isOver.append(true)
    await clock.run()
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

  @Test func `A task that is cancelled while it sleeps wakes at once, and no other does`() async {
    let tasks = [1, 2].map { seconds in
      Task { [clock] in try await clock.sleep(until: TestClock.Instant(offset: .seconds(seconds))) }
    }
    await clock.sleepers(2)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(clock.sleepers == 1)
    await clock.advance(by: .seconds(2))
    await #expect(throws: Never.self) { try await tasks[1].value }
    #expect(clock.sleepers == 0)
  }

  @Test func `Time passes until a given one has come, and what is due meanwhile runs`() async {
    for seconds in 1...3 {
      clock.schedule(after: .seconds(seconds)) { [log] in log.append("\(seconds)") }
    }
    await clock.advance(to: TestClock.Instant(offset: .seconds(2)))
    #expect(log.values == ["1", "2"])
    #expect(clock.now.offset == .seconds(2))
    await clock.advance(to: clock.now)
    #expect(log.values == ["1", "2"])
  }

  @Test func `Time passes until nothing is left to wait for it`() async {
    @Sendable func chain(_ left: Int) {
      clock.schedule(after: .seconds(1)) { [log, clock] in
        log.append("\(clock.now.offset)")
        if left > 1 { chain(left - 1) }
      }
    }
    chain(3)
    let task = Task { [clock] in
      try await clock.sleep(until: TestClock.Instant(offset: .seconds(9)))
    }
    await clock.sleepers(1)
    await clock.run()
    #expect(log.values == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    #expect(clock.now.offset == .seconds(9))
    #expect(clock.sleepers == 0)
    await #expect(throws: Never.self) { try await task.value }
    await clock.run()
    #expect(clock.now.offset == .seconds(9))
  }

  @Test func `Letting all time pass for what has no end stops with the task`() async {
    let isOver = Log<Bool>()
    @Sendable func again() {
      clock.schedule(after: .seconds(1)) { [log] in
        log.append("again")
        if isOver.values.isEmpty { again() }
      }
    }
    again()
    let task = Task { [clock] in await clock.run() }
    _ = await log.values(100)
    task.cancel()
    await task.value
    isOver.append(true)
    await clock.run()
  }

  @Test func `Time that nobody has noticed makes what is due late`() async {
    clock.schedule(after: .seconds(1)) { [log, clock] in log.append("\(clock.now.offset)") }
    clock.jump(by: .seconds(5))
    #expect(log.values == [])
    await clock.advance(by: .zero)
    #expect(log.values == ["5.0 seconds"])
  }

  @Test func `Who waits for sleepers is let go when the task is cancelled`() async {
    let task = Task { [clock] in await clock.sleepers(1) }
    task.cancel()
    await task.value
  }

  @Test func `Time that would pass by less than nothing stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await TestClock().advance(by: .seconds(-2))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        CoreEngineTesting: TestClock.advance(by:) would set the clock back by 2.0 seconds. Time only passes: \
        give it a duration of zero or more, or an instant that is not before `now`.
        """))
  }

  @Test func `A time that is past stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let clock = TestClock()
      await clock.advance(by: .seconds(3))
      await clock.advance(to: TestClock.Instant(offset: .seconds(1)))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("TestClock.advance(to:) would set the clock back by 2.0 seconds."))
  }

  @Test func `So does a leap back`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      TestClock().jump(by: .seconds(-1))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("TestClock.jump(by:) would set the clock back by 1.0 seconds."))
  }

  private struct TooLate: Error {
    let times: [Duration]
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func `Who sleeps finds the time that it waited for, in whatever order things happen`()
    async throws
  {
    try await withInterleavings(seeds: 0..<200) {
      let clock = TestClock()
      let times = Log<Duration>()
      await withTaskGroup { group in
        for seconds in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(seconds))
            times.append(clock.now.offset)
          }
        }
        await clock.sleepers(3)
        await clock.advance(by: .seconds(4))
      }
      if times.values != [.seconds(1), .seconds(2), .seconds(3)] {
        throw TooLate(times: times.values)
      }
    }
  }
}
