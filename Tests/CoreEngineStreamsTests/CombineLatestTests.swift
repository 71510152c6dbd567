import CoreEngineStreams
import TestSupport
import Testing

@Suite struct CombineLatestTests {
  /// What the rules say: a pair whenever one changes and both are there; the end with the last
  /// input, or with the first failure.
  static func expected(_ events: [InputEvent]) -> [Event<Int, Failed>] {
    var newest: [Int?] = [nil, nil]
    var left = 2
    var history: [Event<Int, Failed>] = []
    for (input, event) in events.map({ ($0.input, $0.event) }) {
      switch event {
      case .subscription: break
      case .value(let value):
        newest[input] = value
        if let a = newest[0], let b = newest[1] { history.append(.value(a * 10 + b)) }
      case .finished:
        left -= 1
        if left == 0 { return history + [.finished] }
      case .failure: return history + [event]
      }
    }
    return history
  }

  @Test func `O-COMBINE: every interleaving of two values and an end on each side`() {
    #expect(InputEvent.interleavings.count == 391)
    for events in InputEvent.interleavings {
      let lines = [Line(), Line()]
      let recording = lines[0].combineLatest(lines[1]) { $0 * 10 + $1 }.record()
      for event in events { lines[event.input].send(event.event) }
      if recording.history != Self.expected(events) {
        Issue.record("\(events) gave \(recording.history)")
      }
    }
  }

  @Test func `O-COMBINE: an input without values does not end the other`() {
    let (a, b) = (Line(), Line())
    let recording = a.combineLatest(b).map { $0.0 }.record()
    a.send(.finished)
    b.send(1)
    #expect(recording.history == [])
    b.send(.finished)
    #expect(recording.history == [.finished])
  }

  @Test func `It begins with the current values`() {
    let a = CurrentValueSubject<Int, Never>(1)
    let b = CurrentValueSubject<Int, Never>(2)
    let recording = a.combineLatest(b) { $0 * 10 + $1 }.record()
    a.value = 3
    b.value = 4
    #expect(recording.history == [12, 32, 34])
  }

  @Test func `What the sink sends into either input is paired at once and delivered after`() {
    let a = CurrentValueSubject<Int, Never>(0)
    let b = CurrentValueSubject<Int, Never>(0)
    var isInside = false
    let recording = a.combineLatest(b) { $0 * 10 + $1 }.record { value in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      guard value == 10 else { return }
      b.send(1)
      a.send(2)
      b.send(2)
    }
    a.send(1)
    // `a` is delivering 1, so that its 2 comes when that is done.
    #expect(recording.history == [0, 10, 11, 12, 22])
  }

  @Test func `One subject on both sides makes a pair for each side`() {
    let subject = Line()
    let recording = subject.combineLatest(subject) { $0 * 10 + $1 }.record()
    subject.send(1)
    subject.send(2)
    subject.send(.finished)
    #expect(recording.history == [11, 21, 22, .finished])
  }

  @Test func `Three publishers are grouped`() {
    let lines = (0..<3).map { _ in Line() }
    let recording = lines[0].combineLatest(lines[1], lines[2])
      .map { $0.0 * 100 + $0.1 * 10 + $0.2 }.record()
    lines[2].send(3)
    lines[0].send(1)
    lines[1].send(2)
    lines[0].send(4)
    for line in lines { line.send(.finished) }
    #expect(recording.history == [123, 423, .finished])
  }

  @Test
  func `Cancelled between two inputs that answer at once, it does not subscribe to the second`() {
    var count = 0
    let second = Improvised<Int, Failed> { _ in count += 1 }
    let recorder = Recorder<Int, Failed> { recorder, event in
      if event == .subscription { recorder.cancel() }
      return true
    }
    values(1).combineLatest(second) { $0 + $1 }.subscribe(recorder)
    #expect(recorder.history == [.subscription])
    #expect(count == 0)
  }

  @Test func `A deinit of the value that was replaced may send`() {
    let a = PassthroughSubject<OnDeinit?, Never>()
    let b = CurrentValueSubject<Int, Never>(0)
    let recording = a.combineLatest(b).map { $0.1 }.record()
    a.send(OnDeinit { b.send(7) })
    a.send(nil)
    // The new value is there before the old one goes.
    #expect(recording.history == [0, 7, 7])
  }
}
