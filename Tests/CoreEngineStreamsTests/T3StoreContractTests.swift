import CoreEngineStreams
import TestSupport
import Testing

/// T3: a value is stored first and published then.
@Suite struct T3StoreContractTests {
  @Test func `R-NESTEDLOST: an action sent from a sink adds to the one that caused it`() {
    let core = TallyCore()
    let recording = core.$state.record { if $0.count == 1, $0.other == 0 { core(.other(1)) } }
    core.action(.add(1))
    #expect(core.reduced == [.add(1), .other(1)])
    #expect(core.state == TallyCore.State(count: 1, other: 1))
    #expect(
      recording.history == [
        .value(.init()), .value(.init(count: 1)), .value(.init(count: 1, other: 1)),
      ])
  }

  @Test(arguments: [true, false])
  func `R-SELECTDUP: a property without repeats shows each value once, in order`(
    clampsFirst: Bool
  ) {
    let core = TallyCore()
    let balance = core.$state.map(\.count).removeDuplicates()
    func clamp(_ value: Int) {
      if value > 42 { core.action(.set(42)) }
    }
    let first = balance.record { if clampsFirst { clamp($0) } }
    let second = balance.record { if !clampsFirst { clamp($0) } }
    core.action(.add(100))
    #expect(first.history == [0, 100, 42])
    #expect(second.history == [0, 100, 42])
  }

  @Test func `R-WILLSET: inside a sink the property is what was received, on every path`() {
    let core = TallyCore()
    let recording = core.$state.record {
      #expect($0 == core.state)
      #expect($0.count == core.count)
    }
    core.action(.add(1))
    core(.add(1), .add(1))
    core.dispatch(effect: Just(.add(1)))
    core.state = .init(count: 5)
    core.state.count += 1
    #expect(recording.history.map(\.count) == [0, 1, 2, 3, 4, 5, 6])

    let subject = CurrentValueSubject<Int, Never>(0)
    let values = subject.record { #expect($0 == subject.value) }
    subject.send(1)
    subject.value = 2
    subject.value += 1
    #expect(values.history == [0, 1, 2, 3])
  }

  @Test func `R-WILLSET: the property is ahead only by what earlier sinks caused, which follows`() {
    let core = TallyCore()
    let first = core.$state.map(\.count).record { if $0 == 1 { core(.add(1), .add(1)) } }
    var stored: [Int] = []
    let second = core.$state.map(\.count).record { _ in stored.append(core.count) }
    core.action(.add(1))
    #expect(first.history == [0, 1, 2, 3])
    #expect(second.history == first.history)
    #expect(stored == [0, 3, 3, 3])
  }

  @Test(arguments: [0, 1, 3])
  func `A subscriber gets the current value at once, exactly once`(changes: Int) {
    let core = TallyCore()
    for _ in 0..<changes { core.action(.add(1)) }
    let recording = core.$state.map(\.count).record()
    #expect(recording.history == [.value(changes)])
    core.action(.add(1))
    #expect(recording.history == [.value(changes), .value(changes + 1)])
  }
}

extension Event where Value == TallyCore.State {
  fileprivate var count: Int? {
    if case .value(let state) = self { state.count } else { nil }
  }
}
