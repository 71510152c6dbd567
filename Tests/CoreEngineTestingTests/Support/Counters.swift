import CoreEngineAsync
import CoreEngineStreams
import CoreEngineSync
import CoreEngineTesting

/// What the counters here count.
struct Count: Equatable, Sendable {
  var count = 0
  var name = ""

  var double: Int { count * 2 }
}

enum CountAction: Equatable, Sendable { case increase, stay, fail }

struct CountError: Error, Equatable {}

/// A counter that may be stopped in its reducer.
actor AsyncCounter: AsyncCore {
  let store = AsyncCoreStore(initialState: Count())
  private let gate: Gate?
  private let object: LifetimeProbe.Object?

  init(gate: Gate? = nil, object: LifetimeProbe.Object? = nil) {
    self.gate = gate
    self.object = object
  }

  func reduce(state: Count, action: CountAction) async throws -> Count {
    await gate?.pass()
    return switch action {
    case .increase: Count(count: state.count + 1, name: state.name)
    case .stay: state
    case .fail: throw CountError()
    }
  }

  func handleError(error: any Error) async {}
}

/// A counter whose state is published.
class PublishedCounter: PublisherCore {
  @Published var state = Count()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Count, action: CountAction) -> Count {
    action == .increase ? Count(count: state.count + 1, name: state.name) : state
  }
}

/// A counter that nobody can observe.
final class PlainCounter: Core {
  var state = Count()

  func reduce(state: Count, action: CountAction) -> Count {
    action == .increase ? Count(count: state.count + 1, name: state.name) : state
  }
}

/// A counter of the main actor.
@MainActor final class MainCounter: @MainActor PublisherCore {
  @Published var state = Count()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Count, action: CountAction) -> Count {
    action == .increase ? Count(count: state.count + 1, name: state.name) : state
  }
}
