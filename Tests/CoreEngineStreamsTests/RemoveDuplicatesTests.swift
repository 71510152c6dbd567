import CoreEngineStreams
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func `Leaves out what equals the value before it`() {
    #expect(
      [1, 1, 2, 2, 1].publisher.removeDuplicates().record().history == [1, 2, 1, .finished])
    #expect(
      Fail<Int, Failed>(error: Failed()).removeDuplicates().record().history
        == [.failure(Failed())])
  }

  @Test func `Compares with the last value passed on, by a closure too`() {
    #expect(
      [1, 3, 4, 6, 7].publisher.removeDuplicates { $0 % 2 == $1 % 2 }.record().history
        == [1, 4, 7, .finished])
  }

  @Test func `Each subscription compares for itself, and its first value passes`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let publisher = subject.removeDuplicates()
    let first = publisher.record()
    subject.send(1)
    let second = publisher.record()
    subject.send(1)
    subject.send(2)
    #expect(first.history == [1, 2])
    #expect(second.history == [1, 2])
  }

  @Test func `Compares a value that is sent inside a delivery with the one delivered`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.removeDuplicates().record { value in
      subject.send(value)
      if value == 1 { subject.send(2) }
    }
    subject.send(1)
    #expect(recording.history == [1, 2])
  }

  @Test func `Compares what comes back from downstream with the value that went there`() {
    var feed: AnySubscriber<Int, Never>?
    var depth = 0
    let recording = Improvised<Int, Never> { feed = $0 }.removeDuplicates().record { value in
      depth += 1
      if depth < 3 { feed?.receive(value) }
    }
    feed?.receive(1)
    #expect(recording.history == [1])
  }

  @Test func `D-SELECT: a property without repeats is silent while another one changes`() {
    let core = TallyCore()
    let counts = core.$state.map(\.count).removeDuplicates().record()
    for number in 1...5 { core.action(.other(number)) }
    core.action(.add(1))
    core.action(.nothing)
    let late = core.$state.map(\.count).removeDuplicates().record()
    core.action(.other(6))
    #expect(counts.history == [0, 1])
    #expect(late.history == [1])
  }
}
