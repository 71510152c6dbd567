import CoreEngineAsync
import TestSupport

/// A core whose reducer and error handler are closures.
actor TestCore<State: CoreState, Action: Sendable>: AsyncCore {
  typealias Reduce = @Sendable (TestCore, State, Action) async throws -> State
  typealias HandleError = @Sendable (TestCore, any Error) async -> Void

  let store: AsyncCoreStore<State>
  private let onError: HandleError
  private let body: Reduce

  init(
    _ initialState: State, onError: @escaping HandleError = { _, _ in },
    reduce body: @escaping Reduce
  ) {
    store = AsyncCoreStore(initialState: initialState)
    self.onError = onError
    self.body = body
  }

  func reduce(state: State, action: Action) async throws -> State {
    try await body(self, state, action)
  }

  func handleError(error: any Error) async { await onError(self, error) }
}

extension TestCore where State == Int, Action == Int {
  /// A core that adds what it is sent to its state; the object, if any, lives as long as the core.
  static func adder(_ object: LifetimeProbe.Object? = nil) -> TestCore {
    TestCore(0) { _, state, number in withExtendedLifetime(object) { state + number } }
  }
}

extension TestCore where State == [Action] {
  /// A core whose state is all that it has reduced.
  static func recorder() -> TestCore {
    TestCore([]) { _, state, action in state + [action] }
  }
}

extension AsyncCore {
  /// Returns once the state is as wanted.
  nonisolated func reaches(_ isWanted: (State) -> Bool) async {
    for await state in states(.latest) where isWanted(state) { return }
  }
}

struct TestError: Error, Equatable {}

/// Goes to another executor and back: a reducer that awaits it does suspend.
@concurrent func hop() async {}

/// The one strong reference to something, to be let go of wherever a test wants.
final class Owner<Object: AnyObject & Sendable>: Sendable {
  private let object: Locked<Object?>

  init(_ object: Object) { self.object = Locked(object) }

  var value: Object? { object.withLock { $0 } }

  func release() { _ = object.withLock { $0.take() } }
}
