import CoreEngineStreams
import TestSupport
import Testing

@Suite struct ZipTests {
  /// What the rules say: the n-th with the n-th; the end once no further pair is possible, or with
  /// the first failure.
  static func expected(_ events: [InputEvent]) -> [Event<Int, Failed>] {
    var waiting: [[Int]] = [[], []]
    var isFinished = [false, false]
    var history: [Event<Int, Failed>] = []
    for (input, event) in events.map({ ($0.input, $0.event) }) {
      switch event {
      case .subscription: break
      case .value(let value): waiting[input].append(value)
      case .finished: isFinished[input] = true
      case .failure: return history + [event]
      }
      if !waiting[0].isEmpty, !waiting[1].isEmpty {
        history.append(.value(waiting[0].removeFirst() * 10 + waiting[1].removeFirst()))
      }
      if (0...1).contains(where: { isFinished[$0] && waiting[$0].isEmpty }) {
        return history + [.finished]
      }
    }
    return history
  }

  @Test func `O-COMBINE: every interleaving of two values and an end on each side`() {
    for events in InputEvent.interleavings {
      let lines = [Line(), Line()]
      let recording = lines[0].zip(lines[1]) { $0 * 10 + $1 }.record()
      for event in events { lines[event.input].send(event.event) }
      if recording.history != Self.expected(events) {
        Issue.record("\(events) gave \(recording.history)")
      }
    }
  }

  @Test func `O-COMBINE: it waits for the partners of values that wait, and ends with the last`() {
    let (a, b) = (Line(), Line())
    let recording = a.zip(b) { $0 * 10 + $1 }.record()
    a.send(1)
    a.send(2)
    a.send(.finished)
    a.send(3)
    b.send(1)
    #expect(recording.history == [11])
    b.send(2)
    #expect(recording.history == [11, 22, .finished])
    b.send(3)
    b.send(.failure(Failed()))
    #expect(recording.history == [11, 22, .finished])
  }

  @Test(arguments: 0..<3)
  func `O-COMBINE: one of three that finishes without a value to spare ends all`(index: Int) {
    let lines = (0..<3).map { _ in Line() }
    let recording = lines[0].zip(lines[1], lines[2])
      .map { $0.0 * 100 + $0.1 * 10 + $0.2 }.record()
    for (index, line) in lines.enumerated() { line.send(index + 1) }
    lines[index].send(.finished)
    #expect(recording.history == [123, .finished])
  }

  @Test(arguments: 0..<3)
  func `O-COMBINE: one of three that finishes with a value to spare lets the others catch up`(
    index: Int
  ) {
    let lines = (0..<3).map { _ in Line() }
    let recording = lines[0].zip(lines[1], lines[2])
      .map { $0.0 * 100 + $0.1 * 10 + $0.2 }.record()
    lines[index].send(index + 1)
    lines[index].send(.finished)
    #expect(recording.history == [])
    for (other, line) in lines.enumerated() where other != index { line.send(other + 1) }
    #expect(recording.history == [123, .finished])
  }

  @Test func `What the sink sends into either input is paired and delivered after`() {
    let (a, b) = (Line(), Line())
    var isInside = false
    let recording = a.zip(b) { $0 * 10 + $1 }.record { value in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      guard value == 11 else { return }
      a.send(2)
      b.send(2)
      b.send(3)
      a.send(3)
      a.send(.finished)
    }
    b.send(1)
    a.send(1)
    #expect(recording.history == [11, 22, 33, .finished])
  }

  @Test func `An input that finishes from the sink ends it after the pair that is delivered`() {
    let (a, b) = (Line(), Line())
    let recording = a.zip(b) { $0 * 10 + $1 }.record { _ in b.send(.finished) }
    b.send(1)
    a.send(1)
    a.send(2)
    #expect(recording.history == [11, .finished])
  }

  @Test func `An empty first input ends it before the second is subscribed to`() {
    var count = 0
    let second = Improvised<Int, Failed> { _ in count += 1 }
    let recording = Empty<Int, Failed>().zip(second).map { $0.0 }.record()
    #expect(recording.history == [.finished])
    #expect(count == 0)
  }

  @Test func `Current values are paired once`() {
    let a = CurrentValueSubject<Int, Never>(1)
    let b = CurrentValueSubject<Int, Never>(2)
    let recording = a.zip(b) { $0 * 10 + $1 }.record()
    a.value = 3
    a.value = 4
    b.value = 5
    #expect(recording.history == [12, 35])
  }

  @Test func `A hundred thousand values may wait`() {
    let (a, b) = (Line(), Line())
    var count = 0
    let token = a.zip(b).sink { _ in
    } receiveValue: { pair in
      if pair.0 == pair.1 { count += 1 }
    }
    for value in 0..<100_000 { a.send(value) }
    for value in 0..<100_000 { b.send(value) }
    #expect(count == 100_000)
    withExtendedLifetime(token) {}
  }

  @Test func `Values that wait are released with the end`() {
    let probe = LifetimeProbe()
    let (a, b) = (PassthroughSubject<LifetimeProbe.Object, Failed>(), Line())
    let token = a.zip(b).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    for _ in 0..<3 { a.send(probe.object()) }
    #expect(probe.count == 3)
    b.send(1)
    #expect(probe.count == 2)
    b.send(.finished)
    #expect(probe.count == 0)
    withExtendedLifetime(token) {}
  }
}
