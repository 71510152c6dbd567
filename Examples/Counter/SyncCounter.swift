import CoreEngineSync

/// The counter as a plain `Core`. It knows nothing of effects: whoever has one sends what comes out.
final class SyncCounter: Core {
  var state = CounterState() { didSet { onChange(state) } }

  private let onChange: (CounterState) -> Void

  init(onChange: @escaping (CounterState) -> Void) {
    self.onChange = onChange
  }

  func reduce(state: CounterState, action: CounterAction) -> CounterState {
    CounterReducer().reduce(state: state, action: action)
  }
}

struct SyncShowcase: Showcase {
  private let core: SyncCounter
  private let show: Show

  init(show: @escaping Show) {
    core = SyncCounter { show("\($0.count)") }
    self.show = show
    show("\(core.count)")
  }

  func apply(_ input: Input) {
    switch input {
    case .action(let action):
      core.action(action)
    case .effect(let number):
      do {
        core.action(.set(try number.get()))
      } catch {
        show("failed: \(error)")
      }
    }
  }
}
