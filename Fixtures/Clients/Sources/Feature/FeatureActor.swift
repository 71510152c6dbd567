public import CoreEngineAsync

public actor FeatureActor: AsyncCore {
  public enum Action: Sendable { case increase, fail }
  public struct State: Equatable, Sendable { public var count = 0 }
  public struct Failed: Error {}

  public let store: AsyncCoreStore<State>
  public private(set) var errors: [any Error] = []

  public init() {
    store = .init(initialState: State())
  }

  public func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .increase: State(count: state.count + 1)
    case .fail: throw Failed()
    }
  }

  public func handleError(error: any Error) async { errors.append(error) }
}
