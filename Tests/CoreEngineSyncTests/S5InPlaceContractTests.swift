import CoreEngineSync
import TestSupport
import Testing

/// S5: with an `InPlaceReducer`, `action` changes the state where it is, and always sets it.
@Suite struct S5InPlaceContractTests {
  final class Journal: Core, InPlaceReducer {
    var state: [Int] = [] {
      didSet {
        stored.append(state)
        observer()
      }
    }
    var stored: [[Int]] = []
    var observer: () -> Void = {}

    func reduce(into state: inout [Int], action: Int) {
      if action > 0 { state.append(action) }
    }
  }

  @Test func `Each action runs the setter, also one that changes nothing`() {
    let journal = Journal()
    journal(1, 0, 2, 0)
    #expect(journal.stored == [[1], [1], [1, 2], [1, 2]])
  }

  @Test func `R-BATCH: an observer's action is done before the next one`() {
    let journal = Journal()
    journal.observer = { [unowned journal] in if journal.state == [1] { journal.action(3) } }
    journal(1, 2)
    #expect(journal.stored == [[1], [1, 3], [1, 3, 2]])
  }

  @Test func `Generic code reduces in place too`() {
    final class List: Core, InPlaceReducer {
      var state: CountingList

      init(_ state: consuming CountingList) { self.state = state }

      func reduce(into state: inout CountingList, action: Int) { state.append(action) }
    }
    func act<C: Core<CountingList, Int>>(on core: C) { core.action(1) }
    let copies = Log<Int>()
    let list = List(CountingList(copies: copies))
    act(on: list)
    #expect(list.state.values == [1])
    #expect(copies.values == [])
  }

  @Test func `R-INREDUCE: an action from inside the reducer stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Nesting: Core, InPlaceReducer {
        var state = 0

        func reduce(into state: inout Int, action: Int) {
          if action > 1 { self.action(action - 1) }
          state += action
        }
      }
      Nesting().action(2)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("overlapping accesses") || output.contains("Simultaneous accesses"))
  }
}
