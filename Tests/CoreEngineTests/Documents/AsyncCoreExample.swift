import CoreEngine

enum AsyncCoreExample {
  /// ViewController with AsyncCore (v2)
  class ViewController: UIViewController {
    private var core: AsyncMainCore?

    override func viewDidLoad() {
      super.viewDidLoad()

      // init is synchronous in v2 — no await needed
      let core = AsyncMainCore(initialState: .init())
      self.core = core
      self.bind(core: core)
    }

    private func bind(core: AsyncMainCore) {
      Task {
        for await count in core.states.map(\.count) {
          print("Count: \(count)")
        }
      }
      Task {
        // @dynamicMemberLookup: iterate a single property directly
        for await count in core.states.count {
          print("Count: \(count)")
        }
      }
    }

    // Marked `@IBAction` in the document: an attribute that only compiles where there is UIKit.
    func increaseTapped() {
      core?.send(.increase)
    }

    func decreaseTapped() {
      core?.send(.decrease)
    }
  }

  // AsyncCore conformance (v2) — one stored property, synchronous init
  actor AsyncMainCore: AsyncCore {
    let store: AsyncCoreStore<State>

    enum Action: Sendable {
      case increase
      case decrease
    }

    struct State: Equatable, Sendable {
      var count = 0
    }

    init(initialState: State) {
      self.store = .init(initialState: initialState)
    }

    func reduce(state: State, action: Action) async throws -> State {
      var newState = state
      switch action {
      case .increase: newState.count += 1
      case .decrease: newState.count -= 1
      }
      return newState
    }
  }

  private static func print(_ line: String) { Console.print(line) }
}
