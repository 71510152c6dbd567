import CoreEngineAsync

/// The counter as an `AsyncCore`. Its reducer may wait and may fail, and `states` gives its states.
actor AsyncCounter: AsyncCore {
  enum Action: Sendable {
    case count(CounterAction)
    case fetch(@Sendable () async throws -> Int)
  }

  let store: AsyncCoreStore<CounterState>

  private let show: Show

  init(show: @escaping Show) {
    store = AsyncCoreStore(initialState: CounterState())
    self.show = show
  }

  func reduce(state: CounterState, action: Action) async throws -> CounterState {
    switch action {
    case .count(let action): CounterReducer().reduce(state: state, action: action)
    case .fetch(let number): CounterState(count: try await number())
    }
  }

  func handleError(error: any Error) {
    show("failed: \(error)")
  }
}

struct AsyncShowcase: Showcase {
  private let core: AsyncCounter
  private let show: Show
  private var counts: AsyncCoreSelection<CounterState, Int>.Iterator
  private var shown: Int?

  init(show: @escaping Show) async {
    core = AsyncCounter(show: show)
    self.show = show
    counts = core.states.count.makeAsyncIterator()
    await showCounts()
  }

  mutating func apply(_ input: Input) async {
    switch input {
    case .action(let action):
      await core.action(.count(action))
    case .effect(let number):
      await core.action(.fetch { try number.get() })
    }
    await showCounts()
  }

  /// Shows what there is to see. A program that has nothing else to do in the meantime writes
  /// `for await count in core.states.count { … }` instead.
  private mutating func showCounts() async {
    while shown != core.count, let count = await counts.next() {
      show("\(count)")
      shown = count
    }
  }
}
