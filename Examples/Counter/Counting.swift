import CoreEngineKernel

/// What is known: the same for all flavours.
struct CounterState: Equatable, Sendable {
  var count = 0
}

/// What can happen.
enum CounterAction: Equatable, Sendable {
  case increase
  case decrease
  case jump(Int)
  case set(Int)
}

/// What follows. A sum that fits no `Int` stops at the nearest one.
struct CounterReducer: Reducer {
  func reduce(state: CounterState, action: CounterAction) -> CounterState {
    switch action {
    case .increase: CounterState(count: sum(state.count, 1))
    case .decrease: CounterState(count: sum(state.count, -1))
    case .jump(let distance): CounterState(count: sum(state.count, distance))
    case .set(let count): CounterState(count: count)
    }
  }

  private func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return if overflow { other > 0 ? .max : .min } else { sum }
  }
}
