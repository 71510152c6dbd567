import CoreEngine

extension Workload {
  /// A state with an array of 100,000 elements, of which an action changes the last: where two such
  /// states differ, `==` finds out at the end.
  static var bigStates: [Workload] {
    [
      Workload(name: "sync/100,000 elements, copied", operations: copies) {
        let core = CopyingCore()
        let plain = PlainElements()
        return [
          .ours {
            let before = core.state.elements.last!
            for _ in 0..<copies { act(core) }
            check(core.state.elements.last! == before + copies)
          },
          .limit("a copy and a ==", atMost: 1.1) {
            let before = plain.last
            for _ in 0..<copies { plain.addToCopy(1) }
            check(plain.last == before + copies)
          },
        ]
      },
      inPlace("stored", atMost: 1.3) { ElementsCore() },
      inPlace("@Published") { PublishedElementsCore() },
    ]
  }

  private static let copies = 200
  private static let changes = 500_000

  private static func inPlace<Elements: Core<BigState, Int>>(
    _ name: String, atMost: Double? = nil, _ make: @escaping () -> Elements
  ) -> Workload {
    Workload(name: "sync/100,000 elements, in place, \(name)", operations: changes) {
      let core = make()
      let plain = PlainElements()
      return [
        .ours {
          let before = core.state.elements.last!
          for _ in 0..<changes { act(core) }
          check(core.state.elements.last! == before + changes)
        },
        .limit("non-inlined call", atMost: atMost) {
          let before = plain.last
          for _ in 0..<changes { plain.add(1) }
          check(plain.last == before + changes)
        },
      ]
    }
  }
}

/// Not inlined, as the limit is not.
@inline(never) private func act(_ core: some Core<BigState, Int>) { core.action(1) }

private struct BigState: Equatable, Sendable {
  var elements = Array(repeating: 0, count: 100_000)
}

private final class CopyingCore: Core {
  var state = BigState()

  func reduce(state: BigState, action: Int) -> BigState {
    var next = state
    next.elements[next.elements.count - 1] += action
    return next
  }
}

private final class ElementsCore: Core, InPlaceReducer {
  var state = BigState()

  func reduce(into state: inout BigState, action: Int) {
    state.elements[state.elements.count - 1] += action
  }
}

private final class PublishedElementsCore: Core, InPlaceReducer {
  @Published var state = BigState()

  func reduce(into state: inout BigState, action: Int) {
    state.elements[state.elements.count - 1] += action
  }
}

private final class PlainElements {
  private var state = BigState()

  var last: Int { state.elements.last! }

  @inline(never)
  func add(_ number: Int) { state.elements[state.elements.count - 1] += number }

  @inline(never)
  func addToCopy(_ number: Int) {
    var next = state
    next.elements[next.elements.count - 1] += number
    if next != state { state = next }
  }
}
