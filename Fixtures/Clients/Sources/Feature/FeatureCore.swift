public import CoreEngineStreams

public final class FeatureCore: PublisherCore {
  public enum Action: Sendable { case increase, set(Int) }
  public struct State: Equatable, Sendable { public var count = 0 }

  @Published public var state = State()
  public var subscription: Set<AnyCancellable> = []
  public private(set) var errors: [any Error] = []

  public init() {
    dispatch(effect: [1, 2].publisher.map(Action.set))
  }

  public func reduce(state: State, action: Action) -> State {
    switch action {
    case .increase: State(count: state.count + 1)
    case .set(let count): State(count: count)
    }
  }

  public func handleError(error: any Error) { errors.append(error) }
}
