import CoreEngineSupport
import TestSupport
import Testing

@Suite struct LockedTests {
  final class Shared: Sendable {
    let numbers = Locked<[Int]>([])
  }

  @Test func `Returns what the body returns, and keeps what it changed`() {
    let lock = Locked(1)
    let before = lock.withLock { value in
      defer { value = 2 }
      return value
    }
    #expect(before == 1)
    #expect(lock.withLock { $0 } == 2)
  }

  @Test func `No change of four threads is lost, and each thread's are in order`() {
    let shared = Shared()
    onThreads(4) { thread in
      for number in 0..<5_000 {
        shared.numbers.withLock { $0.append(thread * 10_000 + number) }
      }
    }
    let numbers = shared.numbers.withLock { $0 }
    #expect(numbers.count == 20_000)
    for thread in 0..<4 {
      #expect(
        numbers.filter { $0 / 10_000 == thread } == (0..<5_000).map { thread * 10_000 + $0 })
    }
  }

  @Test func `Nobody else gets in while a body runs`() {
    final class Shared: Sendable {
      let lock = Locked(0)
      let gate = ThreadGate()
      let log = Log<String>()
    }
    let shared = Shared()
    onThreads(2) { thread in
      if thread == 0 {
        shared.lock.withLock { _ in
          shared.gate.pass()
          shared.log.append("first leaves")
        }
      } else {
        shared.gate.waitUntilEntered()
        shared.gate.open()
        shared.lock.withLock { _ in shared.log.append("second enters") }
      }
    }
    #expect(shared.log.values == ["first leaves", "second enters"])
  }

  @Test func `Releases its value with itself`() {
    let probe = LifetimeProbe()
    do {
      let lock = Locked([probe.object()])
      #expect(lock.withLock { $0.count } == 1)
      #expect(probe.count == 1)
    }
    #expect(probe.count == 0)
  }

  @Test func `What it hands out may be what it cannot send`() {
    final class NotSendable { var number = 1 }
    let lock = Locked(NotSendable())
    let object = lock.withLock { $0 }
    object.number = 2
    #expect(lock.withLock { $0.number } == 2)
  }
}
