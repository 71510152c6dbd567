import CoreEngineAsync
import CoreEngineTesting

/// Counts all cores that there are.
let liveCores = LifetimeProbe()

/// An actor whose reducer is a closure.
actor ClosureCore<State: CoreState, Action: Sendable>: AsyncCore {
  typealias Reduce = @Sendable (ClosureCore, State, Action) async -> State

  let store: AsyncCoreStore<State>
  private let body: Reduce
  private let object = liveCores.object()

  init(_ initialState: State, reduce body: @escaping Reduce) {
    store = AsyncCoreStore(initialState: initialState)
    self.body = body
  }

  func reduce(state: State, action: Action) async throws -> State {
    await body(self, state, action)
  }
}

extension ClosureCore where State == Int, Action == Int {
  /// A core that adds what it is sent to its state; the object, if any, lives as long as the core.
  static func adder(_ object: LifetimeProbe.Object? = nil) -> ClosureCore {
    ClosureCore(0) { _, state, number in withExtendedLifetime(object) { state + number } }
  }
}
