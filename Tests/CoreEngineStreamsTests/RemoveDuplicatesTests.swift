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

  @Test func `Compares the last value passed on with each new one, once, and not the first`() {
    var compared: [[Int]] = []
    let highest = [3, 1, 4, 4, 5, 2].publisher.removeDuplicates { last, new in
      compared.append([last, new])
      return new <= last
    }
    #expect(highest.record().history == [3, 4, 5, .finished])
    #expect(compared == [[3, 1], [3, 4], [4, 4], [4, 5], [5, 2]])
  }

  @Test func `A comparison that always says the same lets one value pass, or all`() {
    let numbers = [1, 1, 2].publisher
    #expect(numbers.removeDuplicates { _, _ in true }.record().history == [1, .finished])
    #expect(numbers.removeDuplicates { _, _ in false }.record().history == [1, 1, 2, .finished])
  }

  @Test func `An end is compared with nothing`() {
    var comparisons = 0
    func compare(_ one: Int, _ other: Int) -> Bool {
      comparisons += 1
      return false
    }
    let subject = PassthroughSubject<Int, Failed>()
    let failing = subject.removeDuplicates(by: compare).record()
    subject.send(1)
    subject.send(completion: .failure(Failed()))
    let empty = Empty<Int, Never>().removeDuplicates(by: compare).record()
    #expect(failing.history == [1, .failure(Failed())])
    #expect(empty.history == [.finished])
    #expect(comparisons == 0)
  }

  @Test func `What the comparison sends is compared after what it was asked about`() {
    let subject = PassthroughSubject<Int, Never>()
    var compared: [[Int]] = []
    let recording = subject.removeDuplicates { last, new in
      compared.append([last, new])
      if new == 2 {
        subject.send(3)
        subject.send(3)
      }
      return last == new
    }.record()
    subject.send(1)
    subject.send(2)
    #expect(recording.history == [1, 2, 3])
    #expect(compared == [[1, 2], [2, 3], [3, 3]])
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
    feed = nil
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

  @Test func `D-SELECT: a property repeats with each new state unless it is told not to`() {
    let core = TallyCore()
    let byKeyPath = core.$state.map(\.count).record()
    let byClosure = core.$state.map { $0.count }.record()
    core(.other(1), .nothing, .add(1), .other(2))
    #expect(byKeyPath.history == [0, 0, 1, 1])
    #expect(byClosure.history == [0, 0, 1, 1])
  }
}
