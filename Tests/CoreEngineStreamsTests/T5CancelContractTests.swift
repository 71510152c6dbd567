import CoreEngineStreams
import TestSupport
import Testing

/// T5: `cancel()` may come from any thread, during an emission too.
@Suite struct T5CancelContractTests {
  /// Only the cancelling crosses threads; the one that owns the box alone sends.
  private struct Box: @unchecked Sendable {
    let subject = PassthroughSubject<Int, Never>()
  }

  @Test func `E-CANCEL3: four threads cancel while one sends`() {
    for _ in 0..<100 {
      let box = Box()
      let probe = LifetimeProbe()
      let tokens = (0..<4).map { _ in
        let object = probe.object()
        return box.subject.sink { _ in withExtendedLifetime(object) {} }
      }
      let received = Log<Int>()
      let stays = box.subject.sink { received.append($0) }
      onThreads(5) { index in
        if index == 4 {
          for value in 0..<100 { box.subject.send(value) }
        } else {
          tokens[index].cancel()
        }
      }
      #expect(received.values == Array(0..<100))
      #expect(probe.count == 0)
      withExtendedLifetime(stays) {}
    }
  }
}
