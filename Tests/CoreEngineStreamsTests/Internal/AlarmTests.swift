import TestSupport
import Testing

@testable import CoreEngineStreams

@MainActor @Suite struct AlarmTests {
  private let clock = TestClock()
  private let inputs = Inputs()
  private let log = Log<Duration>()

  private func makeAlarm() -> Alarm<TestClock> {
    Alarm(clock: clock, isolation: MainActor.shared, inputs: inputs)
  }

  private func note() { log.append(start.duration(to: clock.now)) }

  private let start: TestClock.Instant

  init() { start = clock.now }

  @Test func `It calls once when the time has come, and can be set again from there`() async {
    let alarm = makeAlarm()
    alarm.set(start.advanced(by: .seconds(2))) { [self] in
      note()
      if log.count < 3 { alarm.set(clock.now.advanced(by: .seconds(2))) { [self] in note() } }
    }
    for _ in 0..<3 {
      await clock.sleepers(1)
      await clock.advance(by: .seconds(2))
    }
    #expect(await log.values(3) == [.seconds(2), .seconds(4), .seconds(6)])
    await clock.sleepers(0)
    await clock.advance(by: .seconds(9))
    #expect(log.count == 3)
  }

  @Test func `A deadline that moves is met once, by one task`() async {
    let alarm = makeAlarm()
    alarm.set(start.advanced(by: .seconds(2)), note)
    await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    alarm.set(start.advanced(by: .seconds(3)), note)
    #expect(clock.sleepers == 1)
    await clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    #expect(log.values.isEmpty)
    await clock.advance(by: .seconds(1))
    #expect(await log.values(1) == [.seconds(3)])
    await clock.sleepers(0)
  }

  enum End: CaseIterable { case cancel, close }

  @Test(arguments: End.allCases)
  func `The end of the subscription wakes it, and nothing is called, nor set afterwards`(end: End)
    async
  {
    let alarm = makeAlarm()
    let probe = LifetimeProbe()
    alarm.set(start.advanced(by: .seconds(2))) { [object = probe.object()] in
      withExtendedLifetime(object) { _ = Issue.record("called") }
    }
    await clock.sleepers(1)
    end == .cancel ? inputs.cancel() : inputs.close()
    await clock.sleepers(0)
    await probe.falls(to: 0)
    alarm.set(start.advanced(by: .seconds(2))) { _ = Issue.record("called") }
    await clock.advance(by: .seconds(9))
    #expect(clock.sleepers == 0)
  }
}
