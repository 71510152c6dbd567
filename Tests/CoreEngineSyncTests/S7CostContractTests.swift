import CoreEngineSync
import Observation
import TestSupport
import Testing

/// S7, and the end of S6: what an action copies, compares and releases.
@Suite struct S7CostContractTests {
  final class List: Core {
    var state: CountingList

    init(_ state: consuming CountingList) { self.state = state }

    func reduce(state: CountingList, action: Int) -> CountingList {
      var next = state
      next.append(action)
      return next
    }
  }

  final class ListInPlace: Core, InPlaceReducer {
    var state: CountingList {
      didSet { told += 1 }
    }
    var told = 0

    init(_ state: consuming CountingList) { self.state = state }

    func reduce(into state: inout CountingList, action: Int) { state.append(action) }
  }

  @Observable final class ObservedListInPlace: Core, InPlaceReducer {
    var state: CountingList

    init(_ state: consuming CountingList) { self.state = state }

    func reduce(into state: inout CountingList, action: Int) { state.append(action) }
  }

  /// A number that notes each comparison.
  struct Compared: Equatable, Sendable {
    var number = 0
    let comparisons: Log<[Int]>

    static func == (one: Compared, other: Compared) -> Bool {
      one.comparisons.append([one.number, other.number].sorted())
      return one.number == other.number
    }
  }

  final class Comparing: Core {
    var state: Compared

    init(_ state: Compared) { self.state = state }

    func reduce(state: Compared, action: Int) -> Compared {
      var next = state
      next.number += action
      return next
    }
  }

  final class ComparingInPlace: Core, InPlaceReducer {
    var state: Compared

    init(_ state: Compared) { self.state = state }

    func reduce(into state: inout Compared, action: Int) { state.number += action }
  }

  @Test func `O-COW: a reduced state is copied once an action, by the reducer`() {
    let copies = Log<Int>()
    let list = List(CountingList(copies: copies))
    for number in 0..<100 { list.action(number) }
    #expect(list.state.values == Array(0..<100))
    #expect(copies.values == Array(0..<100))
  }

  @Test func `O-COW: a state reduced in place is never copied`() {
    let copies = Log<Int>()
    let list = ListInPlace(CountingList(copies: copies))
    for number in 0..<100 { list.action(number) }
    list.dynamicallyCall(withArguments: Array(100..<200))
    #expect(list.state.values == Array(0..<200))
    #expect(list.told == 200)
    #expect(copies.values == [])
  }

  @Test func `O-COW: nor is one that Observation follows`() {
    let copies = Log<Int>()
    let list = ObservedListInPlace(CountingList(copies: copies))
    for number in 0..<100 { list.action(number) }
    #expect(list.state.values == Array(0..<100))
    #expect(copies.values == [])
  }

  @Test func `O-COW: changing the state directly copies nothing`() {
    let copies = Log<Int>()
    let list = List(CountingList(copies: copies))
    for number in 0..<100 { list.state.append(number) }
    #expect(list.state.values == Array(0..<100))
    #expect(copies.values == [])
  }

  @Test func `O-EQCOST: an action compares the state with itself and with the next one`() {
    let comparisons = Log<[Int]>()
    let core = Comparing(Compared(comparisons: comparisons))
    core.action(1)
    #expect(comparisons.values.sorted { $0[1] < $1[1] } == [[0, 0], [0, 1]])
    core.action(0)
    #expect(comparisons.values.suffix(2) == [[1, 1], [1, 1]])
    #expect(comparisons.count == 4)
  }

  @Test func `O-EQCOST: an action in place compares nothing`() {
    let comparisons = Log<[Int]>()
    let core = ComparingInPlace(Compared(comparisons: comparisons))
    core(1, 0, 1)
    #expect(core.number == 2)
    #expect(comparisons.values == [])
  }

  @Test func `The old state is released after the setter, so that its deinit may use the core`() {
    final class Holding: Core {
      struct State: Equatable, Sendable {
        var number: Int
        var leaving: Leaving?

        static func == (one: State, other: State) -> Bool { one.number == other.number }
      }

      // Safe: each stays on the thread of its test.
      final class Leaving: @unchecked Sendable {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        deinit { body() }
      }

      var state = State(number: 0) {
        didSet { log.append("stored \(state.number)") }
      }
      var log: [String] = []

      func reduce(state: State, action: Int) -> State { State(number: state.number + action) }
    }

    let core = Holding()
    core.state.leaving = Holding.Leaving { [unowned core] in
      core.log.append("released at \(core.state.number)")
      core.action(10)
    }
    core.log = []
    core.action(1)
    #expect(core.log == ["stored 1", "released at 1", "stored 11"])
    #expect(core.state.number == 11)
  }
}
