import CoreEngineSupport
import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct HubTests {
  /// Slots and hub hold each other until somebody ends the slots.
  private func withHub(_ body: (Hub<Int, Failed>) -> Void) {
    weak var released: Hub<Int, Failed>?
    do {
      let hub = Hub<Int, Failed>()
      released = hub
      body(hub)
      #expect(hub.queue.isEmpty)
      hub.removeAll()
      #expect(hub.places.isEmpty)
    }
    #expect(released == nil)
  }

  @Test func `Delivers to nobody, and ends for nobody`() {
    withHub { hub in
      hub.send(1)
      hub.send(completion: .finished)
      hub.send(2)
      #expect(hub.completion == .finished)
      let late = Recorder<Int, Failed>()
      hub.attach(late, replaying: 3)
      #expect(late.history == [.subscription, .finished])
      #expect(hub.places.isEmpty)
    }
  }

  @Test func `A first value is for the one who subscribes alone`() {
    withHub { hub in
      let recorders = (0..<3).map { _ in Recorder<Int, Failed>() }
      for (index, recorder) in recorders.enumerated() { hub.attach(recorder, replaying: index) }
      hub.send(9)
      #expect(recorders.map(\.history) == [0, 1, 2].map { [.subscription, .value($0), 9] })
    }
  }

  @Test func `Who declines the first value is not kept`() {
    withHub { hub in
      let recorder = Recorder<Int, Failed> { _, event in event != 0 }
      hub.attach(recorder, replaying: 0)
      #expect(hub.places.isEmpty)
      hub.send(1)
      #expect(recorder.history == [.subscription, 0])
    }
  }

  @Test func `What waits is for those who were there when it was sent`() {
    withHub { hub in
      let inner = (0..<3).map { _ in Recorder<Int, Failed>() }
      let outer = Recorder<Int, Failed> { _, event in
        guard event == 1 else { return true }
        for (index, recorder) in inner.enumerated() {
          hub.send(10 + index)
          hub.attach(recorder, replaying: nil)
        }
        hub.send(completion: .finished)
        return true
      }
      hub.attach(outer, replaying: nil)
      hub.send(1)
      #expect(outer.history == [.subscription, 1, 10, 11, 12, .finished])
      #expect(
        inner.map(\.history) == [
          [.subscription, 11, 12, .finished], [.subscription, 12, .finished],
          [.subscription, .finished],
        ])
      #expect(hub.places.isEmpty)
    }
  }

  @Test func `All may be removed while it delivers`() {
    withHub { hub in
      let killer = Recorder<Int, Failed> { _, event in
        if event == 1 { hub.removeAll() }
        return true
      }
      let other = Recorder<Int, Failed>()
      hub.attach(killer, replaying: nil)
      hub.attach(other, replaying: nil)
      hub.send(1)
      hub.send(2)
      #expect(killer.history == [.subscription, 1])
      #expect(other.history == [.subscription])
    }
  }

  @Test func `R-100K: the queue is never longer than what waits`() {
    withHub { hub in
      var last = 0
      let recorder = Recorder<Int, Failed> { _, event in
        guard case .value(let value) = event else { return true }
        last = value
        if value < 100_000 { hub.send(value + 1) }
        if hub.queue.count > 1 { Issue.record("\(hub.queue.count) wait") }
        return true
      }
      hub.attach(recorder, replaying: nil)
      hub.send(1)
      #expect(last == 100_000)
    }
  }
}
